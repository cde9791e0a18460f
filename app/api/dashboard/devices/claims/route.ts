import { openDeviceClaimEndpoint } from "@/lib/endpoints/devices";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(openDeviceClaimEndpoint, "manage_devices", { recentSignIn: true });

import { openDeviceClaimEndpoint } from "@/lib/endpoints/devices";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(openDeviceClaimEndpoint, "manage_devices", { recentSignIn: true });

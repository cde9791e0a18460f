import { releaseDeviceEndpoint } from "@/lib/endpoints/devices";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(releaseDeviceEndpoint, "manage_devices", { recentSignIn: true });

import { releaseDeviceEndpoint } from "@/lib/endpoints/devices";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(releaseDeviceEndpoint, "manage_devices", { recentSignIn: true });

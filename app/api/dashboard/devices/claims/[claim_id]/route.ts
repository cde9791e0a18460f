import { cancelDeviceClaimEndpoint, getDeviceClaimEndpoint } from "@/lib/endpoints/devices";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getDeviceClaimEndpoint, "manage_devices");
export const DELETE = forMember(cancelDeviceClaimEndpoint, "manage_devices");

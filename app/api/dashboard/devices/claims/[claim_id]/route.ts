import { cancelDeviceClaimEndpoint, getDeviceClaimEndpoint } from "@/lib/endpoints/devices";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getDeviceClaimEndpoint, "manage_devices");
export const DELETE = forOrganiser(cancelDeviceClaimEndpoint, "manage_devices");

import { pairDeviceEndpoint, replaceDeviceEndpoint, unpairDeviceEndpoint } from "@/lib/endpoints/terminals";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(pairDeviceEndpoint, "manage_terminals");
export const PUT = forOrganiser(replaceDeviceEndpoint, "manage_terminals");
export const DELETE = forOrganiser(unpairDeviceEndpoint, "manage_terminals");

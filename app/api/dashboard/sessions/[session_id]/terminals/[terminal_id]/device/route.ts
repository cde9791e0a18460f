import { pairDeviceEndpoint, replaceDeviceEndpoint, unpairDeviceEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(pairDeviceEndpoint, "manage_terminals");
export const PUT = forMember(replaceDeviceEndpoint, "manage_terminals");
export const DELETE = forMember(unpairDeviceEndpoint, "manage_terminals");

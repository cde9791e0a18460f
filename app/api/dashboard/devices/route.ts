import { listDevicesEndpoint } from "@/lib/endpoints/devices";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listDevicesEndpoint, "manage_terminals");

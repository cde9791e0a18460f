import { listDevicesEndpoint } from "@/lib/endpoints/devices";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listDevicesEndpoint, "manage_terminals");

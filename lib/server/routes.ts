import { methodNotAllowed, publicMethodNotAllowed, unknownPath } from "@/lib/http/serve";
import type { Api } from "./router";
import { routes } from "./routes.generated";

/** The one path that asks for no key (§4, §5), and so tells its methods to anybody. */
const PUBLIC_PATHS = ["/v1/webhooks/bank"];

/** The API as its route files export it. */
export const api: Api = {
  routes,
  unknown: unknownPath,
  refuseMethod: (path, allow) =>
    PUBLIC_PATHS.includes(path) ? publicMethodNotAllowed(allow) : methodNotAllowed(allow),
};

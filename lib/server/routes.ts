import { BANK_WEBHOOK_PATH, connectionWebhookPath } from "@/lib/core/paths";
import { methodNotAllowed, publicMethodNotAllowed, unknownPath } from "@/lib/http/refusals";
import type { Api } from "./router";
import { routes } from "./routes.generated";

/** Paths without an API key (§4, §5), where a 405 lists the allowed methods to any caller. */
const PUBLIC_PATHS = [BANK_WEBHOOK_PATH, connectionWebhookPath("[connection_id]")];

/** The API, built from the exports of its route files. */
export const api: Api = {
  routes,
  notFound: unknownPath,
  methodNotAllowed: (path, allow) =>
    PUBLIC_PATHS.includes(path) ? publicMethodNotAllowed(allow) : methodNotAllowed(allow),
};

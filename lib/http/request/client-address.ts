import { getReceived } from "./received";

/**
 * Returns the address of the client, as the HTTP server determined it. On a request that Next serves, the server has
 * written it to `x-forwarded-for` (`lib/server/connections/client-address.ts`).
 */
export function clientAddress(request: Request): string {
  const { clientAddress: find } = getReceived(request);
  return find ? find() : (request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "");
}

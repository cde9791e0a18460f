import { receivedWith } from "./received";

/**
 * The address of the client that sent a request, as the HTTP server believes it. A request that Next serves carries it in
 * `x-forwarded-for`, where the server left it (`lib/server/client-address.ts`).
 */
export function clientAddress(request: Request): string {
  const { clientAddress: find } = receivedWith(request);
  return find ? find() : (request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "");
}

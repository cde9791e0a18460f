import { once } from "@/lib/process";

const attached = once("client addresses", () => new WeakMap<Request, () => string>());

/** Hands over how the front door finds a request's client address; it is asked for only where it counts. */
export function attachClientAddress(request: Request, find: () => string): void {
  attached.set(request, find);
}

/**
 * The address of the client that sent a request, as the front door believes it. A request that Next serves carries it in
 * `x-forwarded-for`, where the front door left it (`lib/door/client-address.ts`).
 */
export function clientAddress(request: Request): string {
  const find = attached.get(request);
  if (find) return find();
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
}

import { createHash } from "node:crypto";
import { singleton } from "@/lib/process-singleton";
import type { BankResponse } from "./http-client";
import { bankUnavailable } from "./refusals";

/** An access token of a bank's API. */
export interface BankToken {
  value: string;
  /** When it must be replaced, in milliseconds since the epoch: shortly before it expires. */
  refreshAt: number;
}

/** The tokens of this process by credentials, including those that are being requested. */
const tokens = () => singleton("bank tokens", () => new Map<string, Promise<BankToken>>());

/**
 * Runs a call with the cached token of a connection, which `logIn` obtains if there is none or it expires soon.
 * `connection` lists what determines the token: the address and the credentials. Concurrent calls share one log-in. After
 * a 401 the token is dropped and the call is run once more. Throws what `logIn` and `call` throw, and
 * `Failure("unavailable")` if the bank refuses the new token too.
 */
export async function callWithToken<Data>(
  connection: readonly string[],
  logIn: () => Promise<BankToken>,
  call: (token: string) => Promise<BankResponse<Data>>,
): Promise<BankResponse<Data>> {
  const key = createHash("sha256").update(JSON.stringify(connection)).digest("hex");
  const token = await getToken(key, logIn);
  const response = await call(token);
  if (response.status !== 401) return response;
  const again = await call(await getToken(key, logIn, token));
  if (again.status === 401) throw bankUnavailable("the bank refused a token that it has just issued");
  return again;
}

/** Returns the current token. Obtains another if there is none, it expires soon, or it is the refused one. */
async function getToken(key: string, logIn: () => Promise<BankToken>, refused?: string): Promise<string> {
  const current = tokens().get(key);
  const token = await current;
  if (token && token.value !== refused && Date.now() < token.refreshAt) return token.value;

  // The first of the calls that awaited the same token obtains the next one, and the others await it.
  const inFlight = tokens().get(key);
  if (inFlight && inFlight !== current) return (await inFlight).value;
  const next = logIn();
  tokens().set(key, next);
  next.catch(() => tokens().get(key) === next && tokens().delete(key));
  return (await next).value;
}

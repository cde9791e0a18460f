import type { IncomingMessage, ServerResponse } from "node:http";
import { signInCookie } from "@/lib/auth/cookie";
import { MAX_EXPORTS_PER_MEMBER, tooManyExportsOfMember } from "@/lib/exports";
import { parsePath } from "../router";

const EXPORT_PATH =
  /^\/api\/dashboard\/(?:(?:audit|comparison)\/export\.csv|sessions\/[^/]+\/(?:export|(?:operators|terminals|settlement)\/export\.csv))$/;

/** Returns the raw value of the sign-in cookie; undefined if there is none. */
function signInOf({ headers: { cookie = "" } }: IncomingMessage): string | undefined {
  const name = `${signInCookie()}=`;
  const pair = cookie.split(";").find((one) => one.trim().startsWith(name));
  return pair?.trim().slice(name.length) || undefined;
}

/**
 * Creates the function that counts each sign-in's exports in flight and throws `Failure("too_many_requests")` above
 * the limit. The pages enforce the same limit but take about 10 ms of the main thread per refusal; this check is
 * almost free.
 */
export function createExportLimiter(): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const inFlight = new Map<string, number>();
  return (incoming, outgoing) => {
    if (!EXPORT_PATH.test(parsePath(incoming.url ?? ""))) return;
    const signIn = signInOf(incoming);
    if (signIn === undefined) return;
    const count = inFlight.get(signIn) ?? 0;
    if (count >= MAX_EXPORTS_PER_MEMBER) throw tooManyExportsOfMember(MAX_EXPORTS_PER_MEMBER);
    inFlight.set(signIn, count + 1);
    outgoing.once("close", () => {
      const left = (inFlight.get(signIn) ?? 1) - 1;
      if (left > 0) inFlight.set(signIn, left);
      else inFlight.delete(signIn);
    });
  };
}

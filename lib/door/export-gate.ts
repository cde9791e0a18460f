import type { IncomingMessage, ServerResponse } from "node:http";
import { signInCookie } from "@/lib/auth/cookie";
import { Failure } from "@/lib/core/errors";
import { spreadRetryAfter } from "@/lib/core/retry-after";
import { pathOf } from "./match";

/** As many as `lib/exports/slots` lets a member run. */
const MAX_PER_SIGN_IN = 2;
const EXPORT_PATH =
  /^\/api\/dashboard\/sessions\/[^/]+\/(?:export|operators\/export\.csv|terminals\/export\.csv)$/;

/** The value of the sign-in cookie as it was sent; undefined where there is none. */
function signInOf({ headers: { cookie = "" } }: IncomingMessage): string | undefined {
  const name = `${signInCookie()}=`;
  const pair = cookie.split(";").find((one) => one.trim().startsWith(name));
  return pair?.trim().slice(name.length) || undefined;
}

/**
 * Makes the function that counts the exports under way of each sign-in and throws `Failure("too_many_requests")` for one
 * too many. The pages refuse it too, for some ten milliseconds of the one thread each; this costs next to nothing.
 */
export function exportGate(): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const underWay = new Map<string, number>();
  return (incoming, outgoing) => {
    if (!EXPORT_PATH.test(pathOf(incoming.url ?? ""))) return;
    const signIn = signInOf(incoming);
    if (signIn === undefined) return;
    const count = underWay.get(signIn) ?? 0;
    if (count >= MAX_PER_SIGN_IN) {
      throw new Failure("too_many_requests", {
        detail: `You have ${count} exports under way. Wait until one has ended, then try again.`,
        headers: { "retry-after": spreadRetryAfter() },
      });
    }
    underWay.set(signIn, count + 1);
    outgoing.once("close", () => {
      const left = (underWay.get(signIn) ?? 1) - 1;
      if (left > 0) underWay.set(signIn, left);
      else underWay.delete(signIn);
    });
  };
}

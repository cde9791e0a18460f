import type { IncomingMessage, ServerResponse } from "node:http";
import { signInCookie } from "@/lib/auth/cookie";
import { MAX_EXPORTS_PER_MEMBER, tooManyOfMember } from "@/lib/exports";
import { pathOf } from "./router";

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
    if (count >= MAX_EXPORTS_PER_MEMBER) throw tooManyOfMember(MAX_EXPORTS_PER_MEMBER);
    underWay.set(signIn, count + 1);
    outgoing.once("close", () => {
      const left = (underWay.get(signIn) ?? 1) - 1;
      if (left > 0) underWay.set(signIn, left);
      else underWay.delete(signIn);
    });
  };
}

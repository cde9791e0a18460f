import { createHmac, randomBytes } from "node:crypto";
import { present } from "@/lib/core/assert";
import { type Id, isId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { sameSecret } from "@/lib/security/hmac";

/** A browser that an office shares is known to a few members; the one who signed in longest ago makes room. */
const MAX_MEMBERS = 5;
/** Half a year: longer than the time between two events of most organisers. */
export const KNOWN_BROWSER_LIFE_SECONDS = 180 * 86_400;

interface Entry {
  memberId: Id<"member">;
  browserId: string;
}

function signatureOf(memberId: string, browserId: string): string {
  const secret = present(env().authSecret, "a secret is generated at the first start");
  return createHmac("sha256", secret).update(`known browser:${memberId}:${browserId}`).digest("base64url");
}

/** Reads the entries of a cookie's value that are signed by this deployment. */
function entriesIn(value: string | undefined): Entry[] {
  return (value ?? "").split("~").flatMap((part) => {
    const [memberId = "", browserId = "", signature] = part.split(".");
    const isSigned = isId("member", memberId) && sameSecret(signatureOf(memberId, browserId), signature);
    return isSigned ? [{ memberId, browserId }] : [];
  });
}

/**
 * The id under which a browser is known to a member, by the cookie that it was given at an earlier sign-in; `undefined`
 * where it never signed in to that account.
 */
export function findKnownBrowser(cookie: string | undefined, memberId: Id<"member">): string | undefined {
  return entriesIn(cookie).find((entry) => entry.memberId === memberId)?.browserId;
}

/** The cookie's value after a member has signed in with this browser: it names that account too from now on. */
export function rememberBrowser(cookie: string | undefined, memberId: Id<"member">): string {
  const entries = entriesIn(cookie);
  const own = entries.find((entry) => entry.memberId === memberId);
  const browserId = own?.browserId ?? randomBytes(12).toString("base64url");
  const others = entries.filter((entry) => entry !== own).slice(0, MAX_MEMBERS - 1);
  return [{ memberId, browserId }, ...others]
    .map((entry) => [entry.memberId, entry.browserId, signatureOf(entry.memberId, entry.browserId)].join("."))
    .join("~");
}

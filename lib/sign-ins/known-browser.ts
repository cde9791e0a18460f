import { createHmac, randomBytes } from "node:crypto";
import { assertDefined } from "@/lib/core/assert";
import { type Id, isId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { sameSecret } from "@/lib/security/hmac";

/** A browser that an office shares is known to a few people; the one who signed in longest ago makes room. */
const MAX_PEOPLE = 5;
/** Half a year: longer than the time between two events of most organisers. */
export const KNOWN_BROWSER_LIFE_SECONDS = 180 * 86_400;

interface Entry {
  personId: Id<"person">;
  browserId: string;
}

function signatureOf(personId: string, browserId: string): string {
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  return createHmac("sha256", secret).update(`known browser:${personId}:${browserId}`).digest("base64url");
}

/** Reads the entries of a cookie's value that are signed by this deployment. */
function entriesIn(value: string | undefined): Entry[] {
  return (value ?? "").split("~").flatMap((part) => {
    const [personId = "", browserId = "", signature] = part.split(".");
    const isSigned = isId("person", personId) && sameSecret(signatureOf(personId, browserId), signature);
    return isSigned ? [{ personId, browserId }] : [];
  });
}

/**
 * The id under which a browser is known to a person, by the cookie that it was given at an earlier sign-in; `undefined`
 * where it never signed in to that account.
 */
export function findKnownBrowser(cookie: string | undefined, personId: Id<"person">): string | undefined {
  return entriesIn(cookie).find((entry) => entry.personId === personId)?.browserId;
}

/** The cookie's value after a person has signed in with this browser: it names that account too from now on. */
export function rememberBrowser(cookie: string | undefined, personId: Id<"person">): string {
  const entries = entriesIn(cookie);
  const own = entries.find((entry) => entry.personId === personId);
  const browserId = own?.browserId ?? randomBytes(12).toString("base64url");
  const others = entries.filter((entry) => entry !== own).slice(0, MAX_PEOPLE - 1);
  return [{ personId, browserId }, ...others]
    .map((entry) => [entry.personId, entry.browserId, signatureOf(entry.personId, entry.browserId)].join("."))
    .join("~");
}

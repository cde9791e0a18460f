import { createHmac, randomBytes } from "node:crypto";
import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, isId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { isSameSecret } from "@/lib/security/hmac";

/** Enough for a browser that an office shares; the entry of the person who signed in longest ago is dropped first. */
const MAX_PEOPLE = 5;
/** Half a year: longer than the time between two events of most organisers. */
export const KNOWN_BROWSER_LIFE_SECONDS = 180 * 86_400;

interface Entry {
  personId: Id<"person">;
  browserId: string;
}

function sign(personId: string, browserId: string): string {
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  return createHmac("sha256", secret).update(`known browser:${personId}:${browserId}`).digest("base64url");
}

/** Parses a cookie's value into its entries; drops those not signed by this deployment. */
function parseCookie(value: string | undefined): Entry[] {
  return (value ?? "").split("~").flatMap((part) => {
    const [personId = "", browserId = "", signature] = part.split(".");
    const isSigned = isId("person", personId) && isSameSecret(sign(personId, browserId), signature);
    return isSigned ? [{ personId, browserId }] : [];
  });
}

/**
 * Finds the id of a known browser for a person in the cookie of an earlier sign-in; `undefined` if the browser never
 * signed in to that account.
 */
export function findKnownBrowser(cookie: string | undefined, personId: Id<"person">): string | undefined {
  return parseCookie(cookie).find((entry) => entry.personId === personId)?.browserId;
}

/** Returns the cookie's new value after a sign-in: the person's entry first, then at most four others. */
export function addKnownBrowser(cookie: string | undefined, personId: Id<"person">): string {
  const entries = parseCookie(cookie);
  const own = entries.find((entry) => entry.personId === personId);
  const browserId = own?.browserId ?? randomBytes(12).toString("base64url");
  const others = entries.filter((entry) => entry !== own).slice(0, MAX_PEOPLE - 1);
  return [{ personId, browserId }, ...others]
    .map((entry) => [entry.personId, entry.browserId, sign(entry.personId, entry.browserId)].join("."))
    .join("~");
}

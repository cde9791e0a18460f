import { Failure } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { isStorable } from "@/lib/core/text";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
import { findPerson, holdsPassword, type Person } from "@/lib/people";
import { acceptCode } from "@/lib/second-factor";
import { type HashLine, hashQueue } from "@/lib/security/hash-queue";
import { verifyPassword } from "@/lib/security/password";
import { findKnownBrowser } from "./known-browser";
import {
  accountLimit,
  addressLimit,
  browserLimit,
  codeLimit,
  countAttempt,
  forgiveAttempt,
  type Limit,
  takeBackAttempt,
} from "./limits";

const LONGEST_EMAIL = 254;

/** What somebody gives to prove that they are a person who signs in. */
export interface Proof {
  email: string;
  password: string;
  /** A code of the second factor; absent in the first step. */
  code?: string | undefined;
  /** The client's address, as far as it is believed. */
  address: string;
  /** The cookie by which a browser that signed in before is known. */
  knownBrowser?: string | undefined;
}

/** A person who has proved who they are. */
export interface Proven {
  person: Person;
  /** What the attempt was counted for. */
  limits: Limit[];
}

/** What an attempt is counted for, and in which line it waits. */
interface Attempt {
  limits: Limit[];
  line: HashLine;
  browserId: string | undefined;
}

/**
 * Checks a person's password and, where they have a second factor, a code. Throws `Failure("unauthenticated")` with the same
 * words after the same work whether the password is wrong or nobody has that e-mail address,
 * `Failure("second_factor_required")` where the password is right and a code is still needed, and
 * `Failure("too_many_requests")` with `Retry-After` before any such work: where too many passwords are being checked, and as
 * `countAttempt` does. A browser that the person has signed in with before is counted by itself.
 */
export async function proveIdentity(given: Proof): Promise<Proven> {
  const email = readEmail(given.email);
  const person = await findPerson(systemDb(), email);
  const attempt = attemptOf(given, email, person);
  const isRight = await hashQueue().admit(attempt.line, async () => {
    await countAttempt(attempt.limits);
    return verifyPassword(given.password, person?.passwordHash ?? null, attempt.line);
  });
  if (!isRight || !person) throw await refuseProof(given, "password");
  if (person.hasSecondFactor) await requireCode(given, person, attempt);
  return { person, limits: attempt.limits };
}

/**
 * Ends an attempt that succeeded, in the SQL transaction that acts on it: the failures of the account or browser are
 * forgotten; of the address, where others sign in too, this attempt alone. Answers whether the proof still holds: false where
 * the person has another password by now.
 */
export async function acceptProof(db: Db, { person, limits: [own, ...shared] }: Proven): Promise<boolean> {
  if (!(await holdsPassword(db, person))) return false;
  if (own) await forgiveAttempt(db, { own, shared });
  return true;
}

/** What cannot be an e-mail address is nobody's: it costs what any other costs, and no statement holds it. */
function readEmail(text: string): string {
  const email = text.trim();
  return email.length <= LONGEST_EMAIL && isStorable(email) ? email : "";
}

function attemptOf({ knownBrowser, address }: Proof, email: string, person: Person | undefined): Attempt {
  const browserId = person && findKnownBrowser(knownBrowser, person.personId);
  if (browserId) return { limits: [browserLimit(browserId)], line: "known", browserId };
  return { limits: [accountLimit(email), addressLimit(address)], line: "unknown", browserId };
}

/** Accepts the code, or throws. */
async function requireCode(given: Proof, { personId }: Person, attempt: Attempt): Promise<void> {
  if (!given.code) {
    // The first of two steps, with the right password: no failure.
    await takeBackAttempt(systemDb(), attempt.limits);
    throw new Failure("second_factor_required", {
      detail: "Enter the code that your authenticator app shows.",
    });
  }
  const limit = codeLimit(personId, attempt.browserId);
  await countAttempt([limit]);
  const code = given.code;
  const accepted = await systemTx(async (db) => {
    const kind = await acceptCode(db, personId, code);
    if (kind) await forgiveAttempt(db, { own: limit });
    return kind;
  });
  if (!accepted) throw await refuseProof(given, "code");
}

/**
 * Writes a failed attempt to the audit log of each organisation that the person is a member of, and returns the refusal; the
 * same statements where nobody has that e-mail address.
 */
export async function refuseProof(given: Proof, wrong: "password" | "code"): Promise<Failure> {
  await recordFailure(readEmail(given.email), given.address, wrong);
  if (wrong === "password")
    return new Failure("unauthenticated", {
      detail: "The e-mail address or the password is wrong. Check both, then try again.",
    });
  const detail = "That code is wrong or was used already. Wait for the next one, then try again.";
  return new Failure("unauthenticated", { detail, faults: [{ pointer: "/code", detail }] });
}

async function recordFailure(email: string, address: string, wrong: "password" | "code"): Promise<void> {
  log.info({ address, wrong }, "sign-in failed");
  const { sql } = systemDb();
  const details = JSON.stringify({ wrong });
  const memberships = await sql<{ id: string }[]>`
    select m.id from people p join members m on m.person_id = p.id where lower(p.email) = lower(${email})`;
  const rows = memberships.map(({ id }) => ({ entry: newId("auditEntry"), member: id }));
  await sql`
    insert into audit_entries (id, organisation_id, member_id, actor, origin, action, subject, details)
    select entry.id, m.organisation_id, m.id, m.email, ${address || null}, 'failed_sign_in', m.id, ${details}::jsonb
    from unnest(${rows.map(({ entry }) => entry)}::text[], ${rows.map(({ member }) => member)}::text[]) entry (id, member_id)
      join members m on m.id = entry.member_id`;
}

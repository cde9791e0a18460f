import { Failure } from "@/lib/core/errors/errors";
import { isStorable } from "@/lib/core/format/text";
import { newId } from "@/lib/core/ids";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
import { findPerson, lockUnchangedPassword, type Person } from "@/lib/people";
import { acceptCode } from "@/lib/second-factor";
import { type HashPriority, hashQueue } from "@/lib/security/hash-queue";
import { verifyPassword } from "@/lib/security/password";
import { findKnownBrowser } from "./known-browser";
import {
  type AttemptLimit,
  accountLimit,
  addressLimit,
  browserLimit,
  clearFailures,
  codeLimit,
  countAttempt,
  revertAttempt,
} from "./limits";

const MAX_EMAIL_LENGTH = 254;

/** The credentials of a sign-in attempt. */
export interface SignInCredentials {
  email: string;
  password: string;
  /** A second-factor code; absent in the first step. */
  code?: string | undefined;
  /** The client's address, as determined by the trusted proxies. */
  address: string;
  /** The known-browser cookie of an earlier sign-in. */
  knownBrowser?: string | undefined;
}

/** A person whose credentials were verified. */
export interface VerifiedIdentity {
  person: Person;
  /** The limits that the attempt was counted for, the account's or browser's first. */
  limits: AttemptLimit[];
}

/** The limits that an attempt is counted for, and its hash queue. */
interface Attempt {
  limits: AttemptLimit[];
  line: HashPriority;
  browserId: string | undefined;
}

/**
 * Verifies a person's password and, if they have a second factor, a code. Known browsers have their own limit. Throws
 * - `Failure("unauthenticated")`, with the same message and after the same work for a wrong password and for an unknown
 *   e-mail address;
 * - `Failure("second_factor_required")` if the password is right and a code is still needed;
 * - `Failure("too_many_requests")` with `Retry-After`, before any hashing, if the hash queue is full or as `countAttempt`
 *   does.
 */
export async function verifyIdentity(input: SignInCredentials): Promise<VerifiedIdentity> {
  const email = parseEmail(input.email);
  const person = await findPerson(systemDb(), email);
  const attempt = classifyAttempt(input, email, person);
  const isRight = await hashQueue().admit(attempt.line, async () => {
    await countAttempt(attempt.limits);
    return verifyPassword(input.password, person?.passwordHash ?? null, attempt.line);
  });
  if (!isRight || !person) throw await rejectAttempt(input, "password");
  if (person.hasSecondFactor) await requireCode(input, person, attempt);
  return { person, limits: attempt.limits };
}

/**
 * Completes a successful attempt in the SQL transaction that acts on it: clears the failures of the account or browser, and
 * for the client's address, which other people share, reverts only this attempt. Returns false, and changes nothing, if the
 * person's password has changed since it was verified.
 */
export async function completeAttempt(
  db: Db,
  { person, limits: [own, ...shared] }: VerifiedIdentity,
): Promise<boolean> {
  if (!(await lockUnchangedPassword(db, person))) return false;
  if (own) await clearFailures(db, { own, shared });
  return true;
}

/** Returns the trimmed address, or "" for one that is too long or that PostgreSQL cannot store; "" matches no person. */
function parseEmail(text: string): string {
  const email = text.trim();
  return email.length <= MAX_EMAIL_LENGTH && isStorable(email) ? email : "";
}

function classifyAttempt(
  { knownBrowser, address }: SignInCredentials,
  email: string,
  person: Person | undefined,
): Attempt {
  const browserId = person && findKnownBrowser(knownBrowser, person.personId);
  if (browserId) return { limits: [browserLimit(browserId)], line: "known", browserId };
  return { limits: [accountLimit(email), addressLimit(address)], line: "unknown", browserId };
}

/** Consumes the second-factor code; throws if it is absent or wrong. */
async function requireCode(input: SignInCredentials, { personId }: Person, attempt: Attempt): Promise<void> {
  if (!input.code) {
    // The first step with the right password is not a failure.
    await revertAttempt(systemDb(), attempt.limits);
    throw new Failure("second_factor_required", {
      detail: "Enter the code that your authenticator app shows.",
    });
  }
  const limit = codeLimit(personId, attempt.browserId);
  await countAttempt([limit]);
  const code = input.code;
  const accepted = await systemTx(async (db) => {
    const kind = await acceptCode(db, personId, code);
    if (kind) await clearFailures(db, { own: limit });
    return kind;
  });
  if (!accepted) throw await rejectAttempt(input, "code");
}

/**
 * Records a failed attempt in the audit log of each of the person's organisations and returns the error to throw. Runs the
 * same statements for an unknown e-mail address, so that the timing is the same.
 */
export async function rejectAttempt(input: SignInCredentials, wrong: "password" | "code"): Promise<Failure> {
  await recordFailure(parseEmail(input.email), input.address, wrong);
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
    select m.id from people p join members m on m.person_id = p.id where lower(p.email) = ${email.toLowerCase()}`;
  const rows = memberships.map(({ id }) => ({ entry: newId("auditEntry"), member: id }));
  await sql`
    insert into audit_entries (id, organisation_id, member_id, actor, origin, action, subject, details)
    select entry.id, m.organisation_id, m.id, m.email, ${address || null}, 'failed_sign_in', m.id, ${details}::jsonb
    from unnest(${rows.map(({ entry }) => entry)}::text[], ${rows.map(({ member }) => member)}::text[]) entry (id, member_id)
      join members m on m.id = entry.member_id`;
}

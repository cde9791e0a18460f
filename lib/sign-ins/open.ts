import { recordDeed } from "@/lib/audit";
import { Failure } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { isStorable } from "@/lib/core/text";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
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

/** A working day and the night after it; a member signs in anew for the next event. */
export const SIGN_IN_LIFE_SECONDS = 16 * 3600;
const LONGEST_AGENT = 300;
const LONGEST_EMAIL = 254;

interface Given {
  email: string;
  password: string;
  /** A code of the second factor; absent in the first step. */
  code?: string;
  /** The client's address, as far as it is believed. */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** The cookie by which a browser that signed in before is known. */
  knownBrowser?: string | undefined;
}

/** A sign-in that has been opened. */
export interface OpenedSignIn {
  signInId: Id<"signIn">;
  organisationId: Id<"organisation">;
  by: Actor;
}

interface Account extends Actor {
  organisationId: Id<"organisation">;
  passwordHash: string | null;
  hasSecondFactor: boolean;
}

/** What an attempt is counted for, and in which line it waits. */
interface Attempt {
  limits: Limit[];
  line: HashLine;
  browserId: string | undefined;
}

/**
 * Opens a sign-in that is good for sixteen hours, and writes it down. Throws `Failure("unauthenticated")` with the same
 * words after the same work whether the password is wrong or nobody has that e-mail address,
 * `Failure("second_factor_required")` where the password is right and a code is still needed, and
 * `Failure("too_many_requests")` with `Retry-After` before any such work: where too many passwords are being checked, and as
 * `countAttempt` does. A browser that has signed in to the account before is counted by itself.
 */
export async function signIn(given: Given): Promise<OpenedSignIn> {
  const email = readEmail(given.email);
  const account = await findAccount(email);
  const attempt = attemptOf(given, email, account);
  const isRight = await hashQueue().admit(attempt.line, async () => {
    await countAttempt(attempt.limits);
    return verifyPassword(given.password, account?.passwordHash ?? null, attempt.line);
  });
  if (!isRight || !account) throw await refuse(given, email, "password");
  if (account.hasSecondFactor) await requireCode(given, account, attempt);
  const opened = await open(account, given, attempt);
  if (!opened) throw await refuse(given, email, "password");
  return opened;
}

/** What cannot be an e-mail address is nobody's: it costs what any other costs, and no statement holds it. */
function readEmail(text: string): string {
  const email = text.trim();
  return email.length <= LONGEST_EMAIL && isStorable(email) ? email : "";
}

/** The account that signs in by an e-mail address: at most one, for an invited member has no password yet. */
async function findAccount(email: string): Promise<Account | undefined> {
  if (!isStorable(email)) return undefined;
  const [account] = await systemDb().sql<Account[]>`
    select m.organisation_id as "organisationId", m.password_hash as "passwordHash", m.id as "memberId", m.email, m.name,
      m.role, f.member_id is not null as "hasSecondFactor"
    from members m left join second_factors f on f.member_id = m.id
    where lower(m.email) = lower(${email}) and m.password_hash is not null`;
  return account;
}

function attemptOf({ knownBrowser, address }: Given, email: string, account: Account | undefined): Attempt {
  const browserId = account && findKnownBrowser(knownBrowser, account.memberId);
  if (browserId) return { limits: [browserLimit(browserId)], line: "known", browserId };
  return { limits: [accountLimit(email), addressLimit(address)], line: "unknown", browserId };
}

/** Accepts the code, or throws. */
async function requireCode(given: Given, { memberId }: Account, attempt: Attempt): Promise<void> {
  if (!given.code) {
    // The first of two steps, with the right password: no failure.
    await takeBackAttempt(systemDb(), attempt.limits);
    throw new Failure("second_factor_required", {
      detail: "Enter the code that your authenticator app shows.",
    });
  }
  const limit = codeLimit(memberId, attempt.browserId);
  await countAttempt([limit]);
  const code = given.code;
  const accepted = await systemTx(async (db) => {
    const kind = await acceptCode(db, memberId, code);
    if (kind) await forgiveAttempt(db, { own: limit });
    return kind;
  });
  if (!accepted) throw await refuse(given, readEmail(given.email), "code");
}

/** Writes a failed sign-in to the audit log of the account, where there is one; the same statements where there is none. */
async function refuse({ address }: Given, email: string, wrong: "password" | "code"): Promise<Failure> {
  await recordFailedSignIn(email, { address, wrong });
  if (wrong === "password")
    return new Failure("unauthenticated", {
      detail: "The e-mail address or the password is wrong. Check both, then try again.",
    });
  const detail = "That code is wrong or was used already. Wait for the next one, then try again.";
  return new Failure("unauthenticated", { detail, faults: [{ pointer: "/code", detail }] });
}

async function recordFailedSignIn(
  email: string,
  { address, wrong }: { address: string; wrong: "password" | "code" },
): Promise<void> {
  log.info({ address, wrong }, "sign-in failed");
  await systemDb().sql`
    insert into audit_entries (id, organisation_id, member_id, actor, origin, action, subject, details)
    select ${newId("auditEntry")}, organisation_id, id, email, ${address || null}, 'failed_sign_in', id,
      ${JSON.stringify({ wrong })}::jsonb
    from members where lower(email) = lower(${email})`;
}

/** `undefined` where the member is gone by now or has another password. */
function open(account: Account, given: Given, attempt: Attempt): Promise<OpenedSignIn | undefined> {
  const { organisationId, passwordHash, hasSecondFactor: _, ...by } = account;
  const signInId = newId("signIn");
  return systemTx(async (db) => {
    const opened = await db.sql`
      insert into sign_ins (id, organisation_id, member_id, agent, expires_at)
      select ${signInId}, organisation_id, id, ${given.agent.slice(0, LONGEST_AGENT)},
        now() + make_interval(secs => ${SIGN_IN_LIFE_SECONDS})
      from members where id = ${by.memberId} and password_hash = ${passwordHash} for share
      returning id`;
    if (opened.length === 0) return undefined;
    await forgive(db, attempt);
    await db.sql`delete from sign_ins where expires_at <= now()`;
    const asker = { organisationId, by, origin: given.address };
    await recordDeed(db, asker, { action: "signed_in", subject: signInId });
    return { signInId, organisationId, by };
  });
}

/** Forgets the failures of the account or browser; of the address, where others sign in too, this attempt alone. */
async function forgive(db: Db, { limits: [own, ...shared] }: Attempt): Promise<void> {
  if (own) await forgiveAttempt(db, { own, shared });
}

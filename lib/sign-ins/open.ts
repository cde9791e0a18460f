import { recordDeed } from "@/lib/audit";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { isStorable } from "@/lib/core/text";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyPassword } from "@/lib/security/password";
import type { SignedIn } from "./find";
import { countTry, forgiveTry, type Try } from "./throttle";

/** A working day and the night after it; a member signs in anew for the next event. */
export const SIGN_IN_LIFE_SECONDS = 16 * 3600;
const LONGEST_AGENT = 300;

interface Given {
  email: string;
  password: string;
  /** The client's address, as far as it is believed. */
  address: string;
  /** What the browser calls itself. */
  agent: string;
}

interface Account extends Actor {
  organisationId: Id<"organisation">;
  organisationName: string;
  passwordHash: string | null;
}

/**
 * Opens a sign-in that is good for sixteen hours, and writes it down. Throws `Failure("unauthenticated")` with the same
 * words after the same work whether the password is wrong or nobody has that e-mail address, and
 * `Failure("too_many_requests")` as `countTry` does.
 */
export async function signIn(given: Given): Promise<SignedIn> {
  const email = given.email.trim();
  const counted = await countTry({ email, address: given.address });
  const account = await findAccount(email);
  const isRight = await verifyPassword(given.password, account?.passwordHash ?? null);
  const signedIn = account && isRight && (await open(account, given, counted));
  if (signedIn) return signedIn;
  throw new Failure("unauthenticated", {
    detail: "The e-mail address or the password is wrong. Check both, then try again.",
  });
}

/** The account that signs in by an e-mail address: at most one, for an invited member has no password yet. */
async function findAccount(email: string): Promise<Account | undefined> {
  if (!isStorable(email)) return undefined;
  const [account] = await systemDb().sql<Account[]>`
    select m.organisation_id as "organisationId", o.name as "organisationName", m.password_hash as "passwordHash",
      m.id as "memberId", m.email, m.name, m.role
    from members m join organisations o on o.id = m.organisation_id
    where lower(m.email) = lower(${email}) and m.password_hash is not null`;
  return account;
}

/** `undefined` where the member is gone by now or has another password. */
function open(account: Account, { address, agent }: Given, counted: Try): Promise<SignedIn | undefined> {
  const { organisationId, organisationName, passwordHash, ...by } = account;
  return systemTx(async (db) => {
    const opened = await db.sql`
      insert into sign_ins (id, organisation_id, member_id, agent, expires_at)
      select ${counted.id}, organisation_id, id, ${agent.slice(0, LONGEST_AGENT)},
        now() + make_interval(secs => ${SIGN_IN_LIFE_SECONDS})
      from members where id = ${by.memberId} and password_hash = ${passwordHash} for share
      returning id`;
    if (opened.length === 0) return undefined;
    await forgiveTry(db, counted);
    await db.sql`delete from sign_ins where expires_at <= now()`;
    await recordDeed(
      db,
      { organisationId, by },
      { action: "signed_in", subject: counted.id, details: { address } },
    );
    return { signInId: counted.id, organisationId, organisationName, by };
  });
}

import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { changePassword, getPersonId, type Person, readPasswordHash } from "@/lib/people";
import { acceptCode } from "@/lib/second-factor";
import { hashQueue } from "@/lib/security/hash-queue";
import { hashPassword, verifyPassword } from "@/lib/security/password";
import { endSignIns } from "./end";
import { clearFailures, confirmationLimit, countAttempt } from "./limits";

/** The scope of a signed-in member with the sign-in's id. */
interface SignInScope extends Scope {
  signInId: Id<"signIn">;
}

const requireMember = ({ actor }: Scope) => assertDefined(actor, "only members sign in");

/**
 * Re-verifies a signed-in member by password or second-factor code and stores the time on the sign-in. Throws
 * `Failure("invalid_request")` if the password or code is wrong, and `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function confirmIdentity(
  scope: SignInScope,
  input: { password: string } | { code: string },
): Promise<void> {
  const { personId } = await ("password" in input
    ? requirePassword(scope, input.password, "/password")
    : requireCode(scope, input.code));
  await systemTx((db) => recordVerified(db, scope, personId));
}

async function recordVerified(db: Db, { signInId }: SignInScope, personId: Id<"person">): Promise<void> {
  await db.sql`update sign_ins set verified_at = now() where id = ${signInId}`;
  await clearFailures(db, { own: confirmationLimit(personId) });
}

/** Throws unless it is the person's password. Counts each attempt and audits wrong ones. */
async function requirePassword(
  scope: SignInScope,
  password: string,
  pointer: string,
): Promise<Pick<Person, "personId" | "passwordHash">> {
  const personId = await getPersonId(systemDb(), requireMember(scope).memberId);
  await countAttempt([confirmationLimit(personId)]);
  const passwordHash = await readPasswordHash(systemDb(), personId);
  const isRight = await hashQueue().admit("known", () => verifyPassword(password, passwordHash));
  if (isRight) return { personId, passwordHash };
  await recordFailedAttempt(systemDb(), scope, "password");
  throw invalid(pointer, "That is not your password. Check it, then try again.");
}

async function requireCode(scope: SignInScope, code: string): Promise<Pick<Person, "personId">> {
  const personId = await getPersonId(systemDb(), requireMember(scope).memberId);
  await countAttempt([confirmationLimit(personId)]);
  if (await systemTx((db) => acceptCode(db, personId, code))) return { personId };
  await recordFailedAttempt(systemDb(), scope, "code");
  throw invalid("/code", "That code is wrong or was used already. Wait for the next one, then try again.");
}

function recordFailedAttempt(db: Db, scope: Scope, wrong: "password" | "code"): Promise<void> {
  const details = { wrong, while: "signed in" };
  return recordAudit(db, scope, {
    action: "failed_sign_in",
    subject: requireMember(scope).memberId,
    details,
  });
}

/**
 * Changes the caller's password for all their organisations and ends their other sign-ins. Returns the number of ended
 * sign-ins. Throws `Failure("invalid_request")` if the current password is wrong or the new one is too weak, and
 * `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function changeOwnPassword(
  scope: SignInScope,
  input: { current_password: string; password: string },
): Promise<{ count: number }> {
  const { memberId, email, name } = requireMember(scope);
  const proven = await requirePassword(scope, input.current_password, "/current_password");
  const passwordHash = await hashPassword(input.password, [email, name]);
  return systemTx(async (db) => {
    // Of two concurrent changes, the second finds that the verified password has changed.
    if (!(await changePassword(db, proven, passwordHash)))
      throw invalid("/current_password", "That is no longer your password.");
    await recordVerified(db, scope, proven.personId);
    const count = await endSignIns(db, { personId: proven.personId, except: scope.signInId });
    const details = { ended_sign_ins: String(count) };
    await recordAudit(db, scope, { action: "changed_password", subject: memberId, details });
    return { count };
  });
}

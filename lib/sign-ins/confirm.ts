import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { invalid } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { changePassword, type Person, personOf, readPasswordHash } from "@/lib/people";
import { acceptCode } from "@/lib/second-factor";
import { hashQueue } from "@/lib/security/hash-queue";
import { hashPassword, verifyPassword } from "@/lib/security/password";
import { endSignIns } from "./end";
import { confirmationLimit, countAttempt, forgiveAttempt } from "./limits";

/** A member by a sign-in. */
interface SignInScope extends Scope {
  signInId: Id<"signIn">;
}

const memberOf = ({ by }: Scope) => assertDefined(by, "only members sign in");

/**
 * Takes the password or a code of a member who is signed in once more, and notes on the sign-in that it was given. Throws
 * `Failure("invalid_request")` where it is wrong, and `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function confirmIdentity(
  scope: SignInScope,
  given: { password: string } | { code: string },
): Promise<void> {
  const { personId } = await ("password" in given
    ? requirePassword(scope, given.password, "/password")
    : requireCode(scope, given.code));
  await systemTx((db) => noteConfirmed(db, scope, personId));
}

async function noteConfirmed(db: Db, { signInId }: SignInScope, personId: Id<"person">): Promise<void> {
  await db.sql`update sign_ins set verified_at = now() where id = ${signInId}`;
  await forgiveAttempt(db, { own: confirmationLimit(personId) });
}

/** Throws where it is not the person's password; each attempt counts, and a wrong one is in the audit log. */
async function requirePassword(
  scope: SignInScope,
  password: string,
  pointer: string,
): Promise<Pick<Person, "personId" | "passwordHash">> {
  const personId = await personOf(systemDb(), memberOf(scope).memberId);
  await countAttempt([confirmationLimit(personId)]);
  const passwordHash = await readPasswordHash(systemDb(), personId);
  const isRight = await hashQueue().admit("known", () => verifyPassword(password, passwordHash));
  if (isRight) return { personId, passwordHash };
  await recordWrong(systemDb(), scope, "password");
  throw invalid(pointer, "That is not your password. Check it, then try again.");
}

async function requireCode(scope: SignInScope, code: string): Promise<Pick<Person, "personId">> {
  const personId = await personOf(systemDb(), memberOf(scope).memberId);
  await countAttempt([confirmationLimit(personId)]);
  if (await systemTx((db) => acceptCode(db, personId, code))) return { personId };
  await recordWrong(systemDb(), scope, "code");
  throw invalid("/code", "That code is wrong or was used already. Wait for the next one, then try again.");
}

function recordWrong(db: Db, scope: Scope, wrong: "password" | "code"): Promise<void> {
  const details = { wrong, while: "signed in" };
  return recordAudit(db, scope, { action: "failed_sign_in", subject: memberOf(scope).memberId, details });
}

/**
 * Changes one's own password, for every organisation; all one's other sign-ins end. Throws `Failure("invalid_request")` where the current one is
 * wrong or the new one will not do, and `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function changeOwnPassword(
  scope: SignInScope,
  given: { current_password: string; password: string },
): Promise<{ count: number }> {
  const { memberId, email, name } = memberOf(scope);
  const proven = await requirePassword(scope, given.current_password, "/current_password");
  const passwordHash = await hashPassword(given.password, [email, name]);
  return systemTx(async (db) => {
    // Of two changes at once the second finds another password than the one it was given.
    if (!(await changePassword(db, proven, passwordHash)))
      throw invalid("/current_password", "That is no longer your password.");
    await noteConfirmed(db, scope, proven.personId);
    const count = await endSignIns(db, { personId: proven.personId, except: scope.signInId });
    const details = { ended_sign_ins: String(count) };
    await recordAudit(db, scope, { action: "changed_password", subject: memberId, details });
    return { count };
  });
}

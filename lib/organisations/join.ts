import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { addPerson, isMemberElsewhere, lockPerson, setPassword } from "@/lib/people";
import { hashPassword } from "@/lib/security/password";
import { completeAttempt, endSignIns, verifyIdentity } from "@/lib/sign-ins";
import type { DescribedLink, Join, Joined, LinkToken } from "./contract";
import { assignPerson } from "./members";
import { consumeLink, findLink, type Link, requireLink } from "./password-links";

type JoinInput = z.output<typeof Join>;

/** Describes a link's purpose and the password that it needs; null if it is unknown, used, replaced or expired. */
export async function describeMemberLink({
  token,
}: z.output<typeof LinkToken>): Promise<z.output<typeof DescribedLink> | null> {
  const link = await findLink(token);
  if (!link) return null;
  const { organisationName, email, personId, existingPersonId } = link;
  const needsOwnPassword = existingPersonId && !findPersonToReset(link);
  return {
    organisation: organisationName,
    email,
    purpose: personId ? "reset" : "join",
    asks_for: needsOwnPassword ? "own_password" : "new_password",
  };
}

/**
 * The person whose password a link resets: the member's; for an operator's reset of an invitation, the person who already
 * signs in with the address. Null if the link resets no password.
 */
const findPersonToReset = ({ personId, existingPersonId, purpose }: Link) =>
  personId ?? (purpose === "operator_reset" ? existingPersonId : null);

/**
 * Redeems a single-use link; of two concurrent uses, one succeeds, and a failed use leaves the link valid.
 * - An invitation to an address without a person creates a person with this password.
 * - An invitation to an existing person needs that person's password and second-factor code, checked as at sign-in.
 * - A reset sets a new password and ends the person's sign-ins; an operator's reset of an invitation also accepts it. The other
 *   links that were mailed to the person stop working.
 *
 * Throws
 * - `Failure("not_found")` if the link is unknown, used, replaced or expired;
 * - `Failure("invalid_request")` for a new password that is too weak;
 * - the errors of `verifyIdentity` if the link needs the existing password;
 * - `Failure("conflict")` for an owner's reset of a member of several organisations, and if another link created the person
 *   in the meantime.
 */
export async function redeemMemberLink(
  input: JoinInput,
  asker: Caller = {},
): Promise<z.output<typeof Joined>> {
  const link = await requireLink(input.token);
  const personId = findPersonToReset(link);
  if (personId) await resetPassword(link, personId, input, asker);
  else if (link.existingPersonId) await joinByOwnPassword(link, input, asker);
  else await joinAsNewPerson(link, input, asker);
  return { email: link.email, organisation: link.organisationName };
}

async function joinAsNewPerson(link: Link, input: JoinInput, asker: Caller): Promise<void> {
  const { email, memberId } = link;
  const passwordHash = await hashPassword(input.password, [email, link.name]);
  await systemTx(async (db) => {
    await consumeLink(db, { token: input.token, memberId });
    const personId = await addPerson(db, { email, passwordHash });
    if (!personId)
      throw new Failure("conflict", {
        detail: "Your e-mail address has signed up meanwhile. Open the link again and give that password.",
      });
    await assignPerson(db, memberId, personId);
    await record(db, link, asker, "set_password");
  });
}

/** The token proves the invitation; the password proves that the existing person accepts it. */
async function joinByOwnPassword(link: Link, input: JoinInput, asker: Caller): Promise<void> {
  const { email, memberId } = link;
  const { password, code } = input;
  const proven = await verifyIdentity({ email, password, code, address: asker.origin ?? "" });
  await systemTx(async (db) => {
    // Must be first: it locks the person, which serialises this with a password reset (`lockUnchangedPassword`).
    if (!(await completeAttempt(db, proven)))
      throw new Failure("unauthenticated", { detail: "Your password was changed meanwhile. Try again." });
    await consumeLink(db, { token: input.token, memberId });
    await assignPerson(db, memberId, proven.person.personId);
    await record(db, link, asker, "accepted_invitation");
  });
}

async function resetPassword(
  link: Link,
  personId: Id<"person">,
  input: JoinInput,
  asker: Caller,
): Promise<void> {
  const { memberId, email, name } = link;
  const passwordHash = await hashPassword(input.password, [email, name]);
  await systemTx(async (db) => {
    await lockPerson(db, personId);
    if (link.purpose === "reset") await requireSingleOrganisation(db, { ...link, personId });
    await consumeLink(db, { token: input.token, memberId });
    await setPassword(db, { personId, passwordHash });
    if (!link.personId) await assignPerson(db, memberId, personId);
    await endSignIns(db, { personId });
    await record(db, link, asker, "set_password");
  });
}

/**
 * Throws `Failure("conflict")` if the person is also a member of another organisation: an owner of one would take over
 * access to the other. The caller has locked the person.
 */
export async function requireSingleOrganisation(
  db: Db,
  { personId, organisationId, email }: Pick<Link, "organisationId" | "email"> & { personId: Id<"person"> },
): Promise<void> {
  if (!(await isMemberElsewhere(db, personId, organisationId))) return;
  throw new Failure("conflict", {
    detail: `${email} is also a member of another organisation. They change their password and second factor themselves, in Settings, or the operator of the deployment resets them.`,
  });
}

async function record(
  db: Db,
  { organisationId, memberId, email, name, role }: Link,
  { origin }: Caller,
  action: "set_password" | "accepted_invitation",
): Promise<void> {
  const actor = { memberId, email, name, role };
  await recordAudit(db, { organisationId, actor, ...(origin && { origin }) }, { action, subject: memberId });
}

import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Asker } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { addPerson, isMemberElsewhere, lockPerson, setPassword } from "@/lib/people";
import { hashPassword } from "@/lib/security/password";
import { acceptProof, endSignIns, proveIdentity } from "@/lib/sign-ins";
import type { DescribedLink, Join, Joined, LinkToken } from "./contract";
import { joinPerson } from "./members";
import { findLink, type Link, requireLink, spendLink } from "./password-links";

type Given = z.output<typeof Join>;

/** Says what a link asks of whoever holds it; null for one that is unknown, used, replaced or expired. */
export async function describeMemberLink({
  token,
}: z.output<typeof LinkToken>): Promise<z.output<typeof DescribedLink> | null> {
  const link = await findLink(token);
  if (!link) return null;
  const { organisationName, email, personId, knownId } = link;
  const isOwn = knownId && !resets(link);
  return {
    organisation: organisationName,
    email,
    purpose: personId ? "reset" : "join",
    asks_for: isOwn ? "own_password" : "new_password",
  };
}

/** Whose password a link sets anew: a member's, or by the operator's link that of whoever signs in with the address. */
const resets = ({ personId, knownId, purpose }: Link) =>
  personId ?? (purpose === "operator_reset" ? knownId : null);

/**
 * Does what a link is for, and uses it up: of two uses at once, one succeeds. An invitation to an address that nobody signs in
 * with makes a person with this password. One to a person who signs in is accepted by that person alone, with the password
 * that they have and a code of their second factor, checked as at sign-in. A reset sets a new password and ends the person's
 * sign-ins; the operator's, of an invitation, accepts it too. What fails leaves the link good. Throws
 * - `Failure("not_found")` where the link is unknown, used, replaced or expired;
 * - `Failure("invalid_request")` for a new password that will not do;
 * - what `proveIdentity` throws, where the password is one's own;
 * - `Failure("conflict")` for a reset by an owner of a person who is a member of another organisation too, and where another
 *   link made the person meanwhile.
 */
export async function redeemMemberLink(given: Given, asker: Asker = {}): Promise<z.output<typeof Joined>> {
  const link = await requireLink(given.token);
  const personId = resets(link);
  if (personId) await resetPassword(link, personId, given, asker);
  else if (link.knownId) await joinByOwnPassword(link, given, asker);
  else await joinAsNewPerson(link, given, asker);
  return { email: link.email, organisation: link.organisationName };
}

async function joinAsNewPerson(link: Link, given: Given, asker: Asker): Promise<void> {
  const { email, memberId } = link;
  const passwordHash = await hashPassword(given.password, [email, link.name]);
  await systemTx(async (db) => {
    await spendLink(db, { token: given.token, memberId });
    const personId = await addPerson(db, { email, passwordHash });
    if (!personId)
      throw new Failure("conflict", {
        detail: "Your e-mail address has signed up meanwhile. Open the link again and give that password.",
      });
    await joinPerson(db, memberId, personId);
    await record(db, link, asker, "set_password");
  });
}

/** The token shows that somebody was invited; the password, that it is this person who accepts. */
async function joinByOwnPassword(link: Link, given: Given, asker: Asker): Promise<void> {
  const { email, memberId } = link;
  const { password, code } = given;
  const proven = await proveIdentity({ email, password, code, address: asker.origin ?? "" });
  await systemTx(async (db) => {
    // First, so that a reset and this take turns (`holdsPassword`).
    if (!(await acceptProof(db, proven)))
      throw new Failure("unauthenticated", { detail: "Your password was changed meanwhile. Try again." });
    await spendLink(db, { token: given.token, memberId });
    await joinPerson(db, memberId, proven.person.personId);
    await record(db, link, asker, "accepted_invitation");
  });
}

async function resetPassword(link: Link, personId: Id<"person">, given: Given, asker: Asker): Promise<void> {
  const { memberId, email, name } = link;
  const passwordHash = await hashPassword(given.password, [email, name]);
  await systemTx(async (db) => {
    await lockPerson(db, personId);
    if (link.purpose !== "operator_reset") await requireOwnOnly(db, { ...link, personId });
    await spendLink(db, { token: given.token, memberId });
    await setPassword(db, { personId, passwordHash });
    if (!link.personId) await joinPerson(db, memberId, personId);
    await endSignIns(db, { personId });
    await record(db, link, asker, "set_password");
  });
}

/**
 * Throws `Failure("conflict")` where the person is a member of another organisation too: an owner of one would take over the
 * access to the other. The person is locked by now.
 */
export async function requireOwnOnly(
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
  { origin }: Asker,
  action: "set_password" | "accepted_invitation",
): Promise<void> {
  const by = { memberId, email, name, role };
  await recordAudit(db, { organisationId, by, ...(origin && { origin }) }, { action, subject: memberId });
}

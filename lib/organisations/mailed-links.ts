import type { z } from "zod";
import { describeError } from "@/lib/core/errors/describe-error";
import { notFound } from "@/lib/core/errors/errors";
import { isStorable } from "@/lib/core/format/text";
import type { Id } from "@/lib/core/ids";
import { ROLE_NAMES } from "@/lib/core/roles";
import type { Caller } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { members, organisations, people } from "@/lib/db/schema";
import { log } from "@/lib/log";
import { canSendMail, sendMail } from "@/lib/mail";
import { countAttempt, linkRequestLimit, messageLimit } from "@/lib/sign-ins";
import type { ForgottenPassword, ForgottenPasswordAnswer } from "./contract";
import type { Member } from "./members";
import { issueLink, type MemberLink } from "./password-links";

/**
 * Mails a single-use link that sets a new password to the person who signs in with an address, if there is one. The answer does not
 * show whether there is, and does not wait for the mail, which would. The old password works until the link is used. Throws
 * `Failure("not_found")` if this deployment sends no mail, and `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function requestPasswordReset(
  { email: text }: z.output<typeof ForgottenPassword>,
  { origin = "" }: Caller = {},
): Promise<z.output<typeof ForgottenPasswordAnswer>> {
  if (!canSendMail()) throw notFound("page");
  const email = text.trim();
  await countAttempt([messageLimit(email), linkRequestLimit(origin)]);
  mailResetLink(email).catch((thrown) =>
    log.warn({ internal: describeError(thrown) }, "a password link was not mailed"),
  );
  return { accepted: true };
}

interface Addressee extends RowOf<typeof people, "email">, RowOf<typeof members, "organisationId"> {
  memberId: Id<"member">;
}

async function mailResetLink(email: string): Promise<void> {
  const [person] = isStorable(email)
    ? await systemDb().sql<Addressee[]>`
        select p.email, m.id as member_id, m.organisation_id from people p join members m on m.person_id = p.id
        where lower(p.email) = ${email.toLowerCase()} order by m.entered_at desc nulls last, m.id limit 1`
    : [];
  if (!person) return;
  const { organisationId, memberId } = person;
  const { url } = await systemTx((db) => issueLink(db, { organisationId, memberId, purpose: "own_reset" }));
  await sendMail({
    to: person.email,
    subject: "Set a new password for Takings",
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${person.email}.`,
      "This link works once, for 60 minutes. Until you use it, your old password works.",
    ],
    link: { text: "Set a new password", url },
    note: "If it was not you, do nothing. Your password stays as it is.",
  });
}

/** Mails an invitation's link to the person it is for. Returns whether the mail was accepted; false too if none is sent. */
export async function mailInvitation(
  { organisationId, email, role }: Member,
  { url }: MemberLink,
  inviter: Caller,
): Promise<boolean> {
  if (!canSendMail()) return false;
  const [organisation] = await systemDb().sql<RowOf<typeof organisations, "name">[]>`
    select name from organisations where id = ${organisationId}`;
  const who = inviter.actor ? inviter.actor.name || inviter.actor.email : "The operator of the service";
  try {
    await sendMail({
      to: email,
      subject: `Join ${organisation?.name ?? "an organisation"} on Takings`,
      paragraphs: [
        `${who} invites you to ${organisation?.name ?? "an organisation"} on Takings, as ${ROLE_NAMES[role]}.`,
        "This link works once, for 72 hours. With it you choose your password, or give the one that you have.",
      ],
      link: { text: "Accept the invitation", url },
      note: "If you do not expect this, do nothing.",
    });
    return true;
  } catch {
    // `sendMail` has logged why; the inviter gets the link in any case.
    return false;
  }
}

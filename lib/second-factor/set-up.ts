import { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure, invalid } from "@/lib/core/errors/errors";
import { toQr } from "@/lib/core/format/qr-code";
import type { Id } from "@/lib/core/ids";
import { requireActor, type Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { secondFactors } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { getPersonId } from "@/lib/people";
import { decrypt, encrypt } from "@/lib/security/encryption";
import { secretContext } from "./accept-code";
import type { OwnSecondFactor, RecoveryCodes, SecondFactorSetUp } from "./contract";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes";
import { findStep, newSecret, toUri } from "./totp";

/** Long enough to install an authenticator app. */
const TICKET_LIFE_MS = 30 * 60_000;

const Ticket = z.object({ secret: z.string(), expiresAtMs: z.number() });

const ticketContext = (memberId: Id<"member">) => `second-factor set-up:${memberId}`;

/** Returns the state of the caller's second factor. It is required if any of the person's organisations requires it. */
export async function getOwnSecondFactor(scope: Scope): Promise<z.output<typeof OwnSecondFactor>> {
  const [row] = await systemDb().sql<
    { createdAt: Date | null; recoveryCodesLeft: number; isRequired: boolean }[]
  >`
    select f.created_at, coalesce(cardinality(f.recovery_hashes), 0) as recovery_codes_left,
      exists (select from members m join organisations o on o.id = m.organisation_id
        where m.person_id = own.person_id and m.role = any(o.second_factor_roles)) as is_required
    from members own left join second_factors f on f.person_id = own.person_id
    where own.id = ${requireActor(scope).memberId}`;
  const own = assertDefined(row, "a signed-in person is a member");
  return {
    created_at: own.createdAt,
    recovery_codes_left: own.recoveryCodesLeft,
    is_required: own.isRequired,
  };
}

/**
 * Generates a secret for an authenticator app. Nothing is stored: the ticket carries the secret, encrypted and bound to
 * this member, until the first code confirms it.
 */
export function startSetUp(scope: Scope): z.output<typeof SecondFactorSetUp> {
  const { memberId, email } = requireActor(scope);
  const secret = newSecret();
  const uri = toUri(secret, { issuer: env().serviceName, label: email });
  const ticket = { secret, expiresAtMs: Date.now() + TICKET_LIFE_MS } satisfies z.output<typeof Ticket>;
  return {
    secret,
    uri,
    qr: toQr(uri),
    ticket: encrypt(JSON.stringify(ticket), ticketContext(memberId)),
  };
}

function parseTicket(memberId: Id<"member">, text: string): z.output<typeof Ticket> | undefined {
  try {
    const ticket = Ticket.parse(JSON.parse(decrypt(text, ticketContext(memberId))));
    return ticket.expiresAtMs > Date.now() ? ticket : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Turns a person's second factor on, replacing an earlier one, and returns its recovery codes. Throws
 * `Failure("invalid_request")` for a wrong code, and for a ticket that is expired or belongs to another member.
 */
export async function confirmSetUp(
  scope: Scope,
  input: { ticket: string; code: string },
): Promise<z.output<typeof RecoveryCodes>> {
  const { memberId } = requireActor(scope);
  const ticket = parseTicket(memberId, input.ticket);
  if (!ticket) throw invalid("/ticket", "This set-up has expired. Begin again.");
  const step = findStep(ticket.secret, input.code);
  if (step === undefined)
    throw invalid(
      "/code",
      "That is not the code that the app shows now. Check the clock of your phone, then try again.",
    );
  const codes = newRecoveryCodes();
  await systemTx(async (db) => {
    const personId = await getPersonId(db, memberId);
    const secret = encrypt(ticket.secret, secretContext(personId));
    const hashes = codes.map((code) => hashRecoveryCode(personId, code));
    await db.sql`
      insert into second_factors (person_id, bound_to, secret, last_step, recovery_hashes)
      values (${personId}, ${personId}, ${secret}, ${step}, ${hashes}::text[])
      on conflict (person_id) do update set bound_to = excluded.bound_to, secret = excluded.secret,
        last_step = excluded.last_step, recovery_hashes = excluded.recovery_hashes, created_at = now()`;
    await recordAudit(db, scope, { action: "turned_on_second_factor", subject: memberId });
  });
  return { recovery_codes: codes };
}

/** Replaces the recovery codes. Throws `Failure("conflict")` without a second factor. */
export async function renewRecoveryCodes(scope: Scope): Promise<z.output<typeof RecoveryCodes>> {
  const { memberId } = requireActor(scope);
  const codes = newRecoveryCodes();
  await systemTx(async (db) => {
    const personId = await getPersonId(db, memberId);
    const [factor] = await db.sql<RowOf<typeof secondFactors, "boundTo">[]>`
      select bound_to from second_factors where person_id = ${personId} for update`;
    if (!factor) throw new Failure("conflict", { detail: "Turn a second factor on first." });
    const hashes = codes.map((code) => hashRecoveryCode(factor.boundTo, code));
    await db.sql`update second_factors set recovery_hashes = ${hashes}::text[] where person_id = ${personId}`;
    await recordAudit(db, scope, { action: "renewed_recovery_codes", subject: memberId });
  });
  return { recovery_codes: codes };
}

/** Removes a person's second factor in the caller's SQL transaction. Returns whether there was one. */
export async function removeSecondFactor({ sql }: Db, personId: Id<"person">): Promise<boolean> {
  return (await sql`delete from second_factors where person_id = ${personId} returning person_id`).length > 0;
}

/**
 * Turns the caller's second factor off. Throws `Failure("conflict")` if a role of the person in any organisation requires
 * it, or if it is off already.
 */
export async function turnOffSecondFactor(scope: Scope): Promise<void> {
  const { memberId } = requireActor(scope);
  const { is_required } = await getOwnSecondFactor(scope);
  if (is_required)
    throw new Failure("conflict", {
      detail:
        "An organisation of yours requires a second factor of your role. Set up a new one in its place instead.",
    });
  await systemTx(async (db) => {
    if (!(await removeSecondFactor(db, await getPersonId(db, memberId))))
      throw new Failure("conflict", { detail: "Your second factor is off already." });
    await recordAudit(db, scope, { action: "turned_off_second_factor", subject: memberId });
  });
}

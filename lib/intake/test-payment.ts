import { randomBytes, randomInt } from "node:crypto";
import type { z } from "zod";
import { configuredProviders, type Provider, type SimulatedCredit, verifyingSecret } from "@/lib/bank";
import { Failure, invalid, notFound } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { SentTestPayment, TestPayment } from "./contract";
import { receiveBankNotification } from "./receive";

/** GTBank: a bank that people pay from. */
const SENDER_BANK = "058";

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join("");

/** A configured bank that tells of payments of this channel, and its secret of test mode. */
function bankFor(channel: SimulatedCredit["channel"]): { provider: Provider; secret: string } {
  for (const provider of configuredProviders()) {
    const secret = verifyingSecret(provider.name, "test");
    if (secret && provider.channels.includes(channel)) return { provider, secret };
  }
  throw new Failure("unavailable", { detail: "No bank is configured that tells of such payments." });
}

interface Found {
  status: "active" | "closed";
  account: string | null;
  hasTerminal: boolean;
}

/** Where the payment goes: an open event of the member's own that takes money this way. */
async function requireDestination(
  scope: Scope,
  { session_id, channel, terminal_id }: z.output<typeof TestPayment>,
) {
  const [found] = await asOrganisation(
    scope.organisationId,
    async ({ sql }) => sql<Found[]>`
      select c.status, s.account_number as account, exists (select from terminals t
        where t.session_id = s.session_id and t.terminal_id = ${terminal_id ?? ""}) as "hasTerminal"
      from sessions s join session_counters c using (session_id)
      where s.session_id = ${session_id} and s.organisation_id = ${scope.organisationId} and s.mode = 'test'`,
  );
  if (!found) throw notFound("event");
  if (found.status === "closed")
    throw new Failure("conflict", { detail: "The event is closed. Choose an open one." });
  if (channel === "pos") {
    if (terminal_id && found.hasTerminal) return { account: "", device: terminal_id };
    throw invalid("/terminal_id", "Choose one of the event's terminals.");
  }
  if (found.account) return { account: found.account, device: "" };
  throw invalid("/channel", "The event has no account to pay into.");
}

/**
 * Sends a payment that is none to an event of test mode, by the very way of a real one: a notice as a bank writes and
 * signs it, verified and recorded. Throws `Failure("forbidden")` outside of test mode, `Failure("not_found")` for an
 * event that is not the member's, `Failure("conflict")` for a closed one, `Failure("invalid_request")` where it does not
 * take money this way.
 */
export async function sendTestPayment(
  scope: Scope,
  asked: z.output<typeof TestPayment>,
): Promise<z.output<typeof SentTestPayment>> {
  if (scope.mode !== "test")
    throw new Failure("forbidden", {
      detail: "Test payments are sent in test mode alone. Turn it on first.",
    });
  const destination = await requireDestination(scope, asked);
  const { provider, secret } = bankFor(asked.channel);
  const paymentKey = `test_${randomBytes(9).toString("hex")}`;
  const { headers, body } = provider.compose(
    {
      ...destination,
      paymentKey,
      amount: asked.amount,
      channel: asked.channel,
      status: asked.outcome,
      senderName: asked.payer,
      senderAccount: digits(10),
      senderBank: SENDER_BANK,
      narration: asked.narration,
      bankRef: digits(12),
      paidAt: new Date(),
    },
    secret,
  );
  const startedAt = performance.now();
  const { fate } = await receiveBankNotification({ body: Buffer.from(body), headers: new Headers(headers) });
  return {
    session_id: asked.session_id,
    provider: provider.name,
    fate,
    amount: asked.amount,
    took_ms: Math.round(performance.now() - startedAt),
    sent_at: new Date(),
  };
}

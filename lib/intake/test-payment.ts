import { randomBytes, randomInt } from "node:crypto";
import type { z } from "zod";
import { configuredProviders, type Provider, type SimulatedCredit, verifyingSecret } from "@/lib/bank";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { SentTestPayment, TestPayment } from "./contract";
import { receiveBankNotification } from "./receive";

/** GTBank. */
const SENDER_BANK = "058";

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join("");

/** Returns the first configured bank that reports payments of this channel, with its test secret. Throws `Failure("unavailable")`. */
function findSimulatedBank(channel: SimulatedCredit["channel"]): { provider: Provider; secret: string } {
  for (const provider of configuredProviders()) {
    const secret = verifyingSecret(provider.name, "test");
    if (secret && provider.channels.includes(channel)) return { provider, secret };
  }
  throw new Failure("unavailable", { detail: "No configured bank reports such payments." });
}

interface DestinationRow {
  status: "active" | "closed";
  account: string | null;
  hasTerminal: boolean;
}

/** Returns the account or device to pay to: of an open test event of the organisation that accepts this channel. */
async function requireDestination(
  scope: Scope,
  { session_id, channel, terminal_id }: z.output<typeof TestPayment>,
) {
  const [found] = await asOrganisation(
    scope.organisationId,
    async ({ sql }) => sql<DestinationRow[]>`
      select c.status, s.account_number as account, exists (select from terminals t
        where t.session_id = s.session_id and t.terminal_id = ${terminal_id ?? ""}) as has_terminal
      from sessions s join session_states c using (session_id)
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
 * Sends a simulated payment to an event in test mode through the full path of a real one: a notification signed as the
 * bank signs it, verified and recorded. Throws `Failure("forbidden")` outside test mode, `Failure("not_found")` for another
 * organisation's event, `Failure("conflict")` for a closed event, `Failure("invalid_request")` if the event does not accept
 * the channel.
 */
export async function sendTestPayment(
  scope: Scope,
  request: z.output<typeof TestPayment>,
): Promise<z.output<typeof SentTestPayment>> {
  if (scope.mode !== "test")
    throw new Failure("forbidden", {
      detail: "Test payments are sent in test mode alone. Turn it on first.",
    });
  const destination = await requireDestination(scope, request);
  const { provider, secret } = findSimulatedBank(request.channel);
  const paymentKey = `test_${randomBytes(9).toString("hex")}`;
  const { headers, body } = provider.compose(
    {
      ...destination,
      paymentKey,
      amount: request.amount,
      channel: request.channel,
      status: request.outcome,
      senderName: request.payer,
      senderAccount: digits(10),
      senderBank: SENDER_BANK,
      narration: request.narration,
      bankRef: digits(12),
      paidAt: new Date(),
    },
    secret,
  );
  const startedAt = performance.now();
  const { outcome } = await receiveBankNotification({
    body: Buffer.from(body),
    headers: new Headers(headers),
  });
  return {
    session_id: request.session_id,
    provider: provider.name,
    outcome,
    amount: request.amount,
    took_ms: Math.round(performance.now() - startedAt),
    sent_at: new Date(),
  };
}

import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import fastify from "fastify";
import postgres from "postgres";

/** The members of Paystack's notification that this service reads. */
interface Charge {
  event: string;
  data: {
    reference: string;
    amount: number;
    status: string;
    paid_at: string;
    authorization: {
      sender_name?: string;
      sender_bank?: string;
      sender_bank_account_number?: string;
      narration?: string;
      receiver_bank_account_number?: string;
    };
  };
}

interface AccountOwner {
  sessionId: string;
  organisationId: string;
  endpointId: string | null;
}

/**
 * The baseline: a service for the same notifications as an engineer would write it in an afternoon. It verifies the
 * raw body, parses it, and stores what the product stores of a transfer, in one SQL transaction per notification,
 * whose statements are pipelined if none needs another's result. It logs nothing, has no request ids and sends no
 * events.
 */
const { DATABASE_URL = "", PAYSTACK_SECRET_KEY = "" } = process.env;
const sql = postgres(DATABASE_URL, {
  max: 12,
  connection: { role: "takings_system", TimeZone: "UTC" },
  types: { bigint: postgres.BigInt },
});

function isSigned(body: Buffer, signature: unknown): boolean {
  const expected = createHmac("sha512", PAYSTACK_SECRET_KEY).update(body).digest();
  const given = Buffer.from(typeof signature === "string" ? signature : "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The CBN codes of the banks that the bench's payers use. */
const BANK_CODES: Readonly<Record<string, string>> = { GTBank: "058" };

/** Stores a payment once; a repeat changes nothing. */
async function store(body: Buffer, signature: string): Promise<void> {
  const { event, data }: Charge = JSON.parse(body.toString());
  const { authorization: payer, reference } = data;
  const [owner] = await sql<AccountOwner[]>`
    select session_id as "sessionId", organisation_id as "organisationId", webhook_endpoint_id as "endpointId"
    from sessions where account_connection_id = 'bnk_sandbox' and account_number = ${payer.receiver_bank_account_number ?? ""}`;
  if (!owner) throw new Error("no session has this account");
  const { sessionId, organisationId, endpointId } = owner;
  const [transactionId, notificationId] = [`txn_${randomUUID()}`, `ntc_${randomUUID()}`];
  const status = data.status === "success" ? "successful" : "failed";
  const paidAt = new Date(data.paid_at);
  const eventData = {
    id: transactionId,
    amount: (data.amount / 100).toFixed(2),
    currency: "NGN",
    channel: "bank_transfer",
    status,
    sender_name: payer.sender_name ?? "",
    sender_account: payer.sender_bank_account_number ?? "",
    sender_bank: BANK_CODES[payer.sender_bank ?? ""] ?? "",
    narration: payer.narration ?? "",
    paid_at: paidAt.toISOString(),
  };
  await sql.begin(async (tx) => {
    const claimed = await tx`
      insert into payment_identities (mode, bank_connection_id, payment_key, session_id, transaction_id)
      values ('test', 'bnk_paystack', ${reference}, ${sessionId}, ${transactionId}) on conflict do nothing`;
    if (claimed.count === 0) return;
    const [counter] = await tx<{ sequence: bigint; at: Date }[]>`
      update session_states
      set last_sequence = last_sequence + 1, version = version + 1, last_created_at = clock_timestamp()
      where session_id = ${sessionId} and status = 'active'
      returning last_sequence as sequence, last_created_at as at`;
    if (!counter) throw new Error("the session is closed");
    await Promise.all([
      tx`insert into transactions (session_id, sequence, id, organisation_id, mode, provider, bank_connection_id,
          payment_key, amount, currency, channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref,
          paid_at, created_at, notification_id)
        values (${sessionId}, ${counter.sequence}, ${transactionId}, ${organisationId}, 'test', 'paystack',
          'bnk_paystack', ${reference}, ${data.amount}, 'NGN', 'bank_transfer', ${status}, ${eventData.sender_name}, ${eventData.sender_account},
          ${eventData.sender_bank}, ${payer.sender_bank ?? ""}, ${eventData.narration}, ${reference}, ${paidAt}, ${counter.at}, ${notificationId})`,
      tx`insert into session_totals as s
          (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
        values (${sessionId}, 'bank_transfer', '', '', ${status}, ${organisationId}, 'test', 1, ${data.amount})
        on conflict (session_id, channel, terminal_id, operator_id, status)
          do update set count = s.count + 1, amount = s.amount + excluded.amount`,
      tx`insert into bank_notifications
          (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version, outcome, correlation_key,
            body, digest, signature, received_at)
        values (${notificationId}, ${organisationId}, ${sessionId}, 'test', 'paystack', 'bnk_paystack', ${event}, 1, 'recorded',
          ${reference}, ${body}, sha256(${body}), ${signature}, ${new Date()})`,
      endpointId === null
        ? undefined
        : tx`insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status,
              webhook_endpoint_id, body, due_at, created_at)
            values (${sessionId}, ${`evt_${randomUUID()}`}, ${organisationId}, 'test', ${transactionId}, ${status},
              ${endpointId},
              ${JSON.stringify({ event: "transaction.received", session_id: sessionId, data: eventData })},
              ${counter.at}, ${counter.at})`,
    ]);
  });
}

const app = fastify({ logger: false });
app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer }>("/v1/webhooks/bank", async (request, reply) => {
  const signature = request.headers["x-paystack-signature"];
  if (!isSigned(request.body, signature)) return reply.code(401).send({ success: false });
  await store(request.body, String(signature));
  return { success: true, data: {} };
});
await app.listen({ host: "127.0.0.1", port: Number(process.argv[2]) });

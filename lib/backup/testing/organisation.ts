import { addBrowser, runAlerts, savePreferences, setAlertWebhook } from "@/lib/alerts";
import { EVERYTHING } from "@/lib/alerts/testing/organisation";
import { encryptCredentials, verifyingSecret } from "@/lib/bank";
import { generateNotifications } from "@/lib/bank/testing/generate";
import { allowDeploymentAccount } from "@/lib/bank-connections";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { openDeviceClaim } from "@/lib/devices";
import { type ExceptionDetails, type ExceptionSource, openException } from "@/lib/exceptions";
import { createExpectedPayment, matchNextTransactions } from "@/lib/expected-payments";
import { CreateExpectedPayment } from "@/lib/expected-payments/contract";
import { runOnce } from "@/lib/idempotency";
import { receiveBankNotification } from "@/lib/intake";
import { createWallboardLink } from "@/lib/live";
import { addOperator, assignOperator } from "@/lib/operators";
import { addMember, inviteMember, issueApiKey, resetMember, setLogo } from "@/lib/organisations";
import { pngHeader } from "@/lib/organisations/testing/images";
import { createPaymentPage } from "@/lib/payment-pages";
import { indexNextTransactions } from "@/lib/payment-search";
import { markRefunded } from "@/lib/refunds";
import { confirmSetUp, startSetUp } from "@/lib/second-factor";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { changeEvent, closeSession, createSession } from "@/lib/sessions";
import { ChangeEvent, CreateSession } from "@/lib/sessions/contract";
import { signIn } from "@/lib/sign-ins";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { deliverDue, startReplay } from "@/lib/webhooks";

/** Text that a faulty format would corrupt: separators, escapes, null-like strings, several alphabets. */
const TRICKY_TEXT = 'tab\there, line\nthere, back\\slash, \\N, \\., "quotes", ₦ Ọlá 中 \u{1f3ab}';

/** A test organisation with data in every table. */
export interface Organisation {
  organisationId: `org_${string}`;
  apiKey: string;
  /** The secret that signs its webhook events. */
  signingSecret: string;
  email: string;
  password: string;
  sessionId: `ses_${string}`;
  account: string;
  terminalId: string;
}

let organisationCount = 0;

/** Adds an owner with a second factor; a password link that the first owner creates alerts this owner. */
async function addSecondOwner(scope: Scope, organisation: string, password: string): Promise<void> {
  const email = `second-${organisationCount}@example.com`;
  const { memberId, role } = await addMember(COMMAND_LINE, { organisation, email, password, role: "owner" });
  const own = { ...scope, actor: { memberId, email, name: "", role } };
  const { secret, ticket } = startSetUp(own);
  await confirmSetUp(own, { ticket, code: generateCode(secret) });
  await resetMember(scope, { memberId });
}

/** Number of generated notifications, including those of the bank that is not configured and is skipped. */
const NOTIFICATIONS = 200;

/**
 * Creates an organisation with members, sign-ins, open and closed sessions, payments of every status, settlements,
 * reversals, exceptions, delivered and pending events. Events go to `receiverUrl`. `payments` transactions are
 * inserted in bulk; others are recorded from bank notifications.
 */
export async function createFilledOrganisation(receiverUrl: string, payments = 300): Promise<Organisation> {
  const organisation = `Backup ${++organisationCount}`;
  const { organisationId, apiKey, signingSecret } = await issueApiKey(COMMAND_LINE, {
    organisation,
    mode: "test",
  });
  const email = `owner-${organisationCount}@example.com`;
  const password = "a long enough password";
  await addMember(COMMAND_LINE, { organisation, email, name: TRICKY_TEXT, password, role: undefined });
  await signIn({ email, password, address: "127.0.0.1", agent: TRICKY_TEXT });
  await signIn({ email, password: "wrong", address: "127.0.0.1", agent: "x" }).catch(() => undefined);
  const [member] = await systemDb().sql<{ memberId: `mem_${string}` }[]>`
    select id as member_id from members where organisation_id = ${organisationId} and role = 'owner'`;
  const actor = { memberId: member?.memberId ?? "mem_", email, name: "", role: "owner" as const };
  const scope = { organisationId, mode: "test" as const, actor };
  await addSecondOwner(scope, organisation, password);
  await wantAlerts(scope);
  await setLogo(scope, pngHeader(64, 64));
  await inviteMember(scope, { email: `viewer-${organisationCount}@example.com`, name: "V", role: "viewer" });
  const open = (name: string) =>
    createSession(
      scope,
      CreateSession.parse({
        external_event_id: name,
        name: TRICKY_TEXT,
        collection: { account: true, pos: true, pos_count: 2 },
        webhook_url: receiverUrl,
        metadata: { note: TRICKY_TEXT },
      }),
    );
  const filled = await open("filled");
  await systemTx((db) => fillSession(db, { sessionId: filled.session_id, count: payments }));
  while ((await indexNextTransactions(filled.session_id)) > 0);
  const session = await open("open");
  const account = session.collection_account?.account_number ?? "";
  const terminalId = session.pos_terminals[0]?.terminal_id ?? "";
  const operator = await addOperator(scope, session.session_id, {
    name: TRICKY_TEXT,
    email: undefined,
    phone: "0803 000 0000",
    role: undefined,
  });
  await assignOperator(COMMAND_LINE, {
    terminalId,
    operatorId: operator.id,
    from: new Date("2026-11-01T00:00:00Z"),
  });
  await changeEvent(scope, session.session_id, ChangeEvent.parse({ venue: TRICKY_TEXT }));
  await createPaymentPage(scope, session.session_id);
  await createWallboardLink(scope, session.session_id);
  await recordCredit(createIncomingCredit({ account, narration: TRICKY_TEXT.replace(/[\t\n]/g, " ") }));
  await recordCredit(
    createIncomingCredit({ channel: "pos", devices: [terminalId], amount: 9_007_199_254_740_990n }),
  );
  for (const one of notificationsFor(organisationCount, NOTIFICATIONS, account, terminalId))
    await receiveBankNotification(one);
  await payOrder(scope, session.session_id, account);
  await deliverDue({ budgetMs: 5_000 });
  await recordCredit(createIncomingCredit({ account, status: "pending" }));
  await recordCredit(createIncomingCredit({ account: "nobody's" }));
  const device = `${organisation} SN-1`;
  const { amount } = await openDeviceClaim(scope, { serial: device, provider: "paystack" });
  await recordCredit(createIncomingCredit({ channel: "pos", devices: [device], amount, paidAt: new Date() }));
  const closed = await open("closed");
  await closeOnce(scope, closed.session_id);
  await recordCredit(createIncomingCredit({ account: closed.collection_account?.account_number ?? "" }));
  await confirmAndRetire(session.session_id);
  await connectBank(organisationId);
  await refundOne(scope, filled.session_id);
  await runAlerts();
  return {
    organisationId,
    apiKey,
    signingSecret,
    email,
    password,
    sessionId: session.session_id,
    account,
    terminalId,
  };
}

/** Turns on alerts in every way. Their receivers do not exist, so that each attempt fails at once. */
async function wantAlerts(scope: Scope): Promise<void> {
  await savePreferences(scope, EVERYTHING);
  // The keys of RFC 8291, appendix A.
  const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const keys = { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  await addBrowser(scope, { endpoint: "http://127.0.0.1:9/push", keys, agent: TRICKY_TEXT });
  await setAlertWebhook(scope, "http://127.0.0.1:9/alerts");
}

/** Expects a payment, and matches one that names its reference. */
async function payOrder(scope: Scope, sessionId: Id<"session">, account: string): Promise<void> {
  const order = { session_id: sessionId, amount: "5000.00", reference: "ORD-1001", payer: TRICKY_TEXT };
  await createExpectedPayment(scope, CreateExpectedPayment.parse(order));
  await recordCredit(createIncomingCredit({ account, narration: "ORD-1001" }));
  while ((await matchNextTransactions(sessionId)) > 0);
}

/** Notes a refund of a successful payment. */
async function refundOne(scope: Scope, sessionId: Id<"session">): Promise<void> {
  const [payment] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where session_id = ${sessionId} and status = 'successful' order by sequence limit 1`;
  await markRefunded(scope, {
    sessionId,
    transactionId: payment?.id ?? "txn_",
    amount: 100n,
    reason: TRICKY_TEXT,
    requestKey: `refund-${organisationCount}`,
    bankReference: "BANK-1",
  });
}

/** Inserts rows that only live mode writes: a grant, a bank connection, an unrelated payment at it; and those of webhooks. */
async function connectBank(organisationId: Id<"organisation">): Promise<void> {
  await allowDeploymentAccount({ ...COMMAND_LINE, organisationId }, true);
  const owner = { id: newId("bankConnection"), organisationId, provider: "paystack" as const };
  const credentials = { PAYSTACK_SECRET_KEY: "secret of the organisation" };
  await systemDb().sql`
    insert into bank_connections (id, organisation_id, provider, credentials)
    values (${owner.id}, ${organisationId}, 'paystack', ${encryptCredentials(owner, { credentials, outgoing: [] })})`;
  await startReplay({ ...COMMAND_LINE, organisationId, mode: "test" }, { since: new Date() });
  await systemDb().sql`
    insert into webhook_endpoint_hours (webhook_endpoint_id, hour, organisation_id, mode, succeeded)
    select id, now(), organisation_id, mode, 1 from webhook_endpoints where organisation_id = ${organisationId}`;
  await systemDb().sql`insert into settlement_polls (bank_connection_id, due_at) values (${owner.id}, now())`;
  const { credit, notification } = createIncomingCredit({ account: "0123456789" }, { mode: "live" });
  await recordCredit({ credit, notification: { ...notification, bankConnectionId: owner.id } });
}

/** Closes a session with an idempotency key, which stores an answer. */
async function closeOnce(scope: Scope, sessionId: Id<"session">): Promise<void> {
  const answer = { status: 200, headers: { "content-type": TRICKY_TEXT }, body: TRICKY_TEXT };
  const request = { method: "PATCH", path: `/v1/sessions/${sessionId}/close`, key: "\\N", requestHash: "" };
  await runOnce(
    scope,
    { ...request, requestId: newId("request") },
    {
      execute: async ({ sessionId: reserved, storeAnswer }) => {
        const write = { sessionId: reserved, storeAnswer: (db: Db) => storeAnswer(db, answer) };
        await closeSession(scope, sessionId, write);
        return answer;
      },
      stateAfter: () => "retry",
    },
  );
}

/** Generates valid and malformed notifications of the default banks for an account and a device. */
export function* notificationsFor(seed: number, count: number, account: string, device: string) {
  const generated = generateNotifications(seed, count, {
    accounts: [account],
    devices: [device],
    secretOf: (provider) => verifyingSecret(provider, "test") ?? "",
  });
  for (const { provider, headers, body } of generated)
    if (provider !== "custom") yield { headers: new Headers(headers), body };
}

/** Inserts rows that only live mode writes: a confirmation, a denied payment, a bank's list, an account to be closed. */
async function confirmAndRetire(sessionId: `ses_${string}`): Promise<void> {
  await systemDb().sql`
    insert into payment_confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id,
      payment_key, due_at)
    select session_id, id, organisation_id, mode, provider, bank_connection_id, payment_key, now()
    from transactions where session_id = ${sessionId} and status = 'pending' order by sequence limit 1`;
  await systemDb().sql`insert into request_counts values (${newId("apiKey")}, 'read', 1, now())`;
  await systemDb().sql`
    insert into account_reservations select session_id, organisation_id, now() from sessions where session_id = ${sessionId}`;
  await systemDb().sql`
    insert into bank_polls (bank_connection_id, listed_until) values ('bnk_nomba', now()) on conflict do nothing`;
  await systemDb().sql`
    insert into account_closures (session_id, organisation_id, mode, bank_connection_id, account_number, closes_at, due_at)
    select session_id, organisation_id, mode, account_connection_id, account_number, now(), now()
    from sessions where session_id = ${sessionId}`;
  await systemTx(async (db) => {
    const [denied] = await db.sql<Denied[]>`
      with denied as (
        select * from transactions where session_id = ${sessionId} and status = 'failed' order by sequence limit 1
      ), freed as (
        update payment_identities p set session_id = null, transaction_id = null, needs_review = true
        from denied where p.transaction_id = denied.id
      ), retired as (
        insert into retired_payments (transaction_id, organisation_id, mode, session_id, bank_connection_id, payment_key)
        select id, organisation_id, mode, session_id, bank_connection_id, payment_key from denied
      )
      select mode, provider, bank_connection_id, notification_id, id as transaction_id,
        payment_key as correlation_key, amount, session_id, organisation_id
      from denied`;
    if (!denied) throw new Error("no failed payment was recorded");
    const detail = "The bank states another amount.";
    const { amount, transactionId } = denied;
    await openException(
      db,
      { ...denied, receivedAt: new Date() },
      {
        ...denied,
        ...{ reason: "not_confirmed", detail, facts: [transactionId, detail], recordedAmount: amount },
      },
    );
  });
}

type Denied = Omit<ExceptionSource, "receivedAt"> &
  Required<Pick<ExceptionDetails, "correlationKey" | "sessionId" | "organisationId">> & {
    transactionId: Id<"transaction">;
    amount: bigint;
  };

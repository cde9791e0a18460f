import { verifyingSecret } from "@/lib/bank";
import { generateNotifications } from "@/lib/bank/testing/generate";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemDb, systemTx } from "@/lib/db/client";
import { openDeviceClaim } from "@/lib/devices";
import { type ExceptionDetails, type ExceptionSource, openException } from "@/lib/exceptions";
import { receiveBankNotification } from "@/lib/intake";
import { shareWall } from "@/lib/live";
import { addOperator, assignOperator } from "@/lib/operators";
import { addMember, inviteMember, issueApiKey, resetMember } from "@/lib/organisations";
import { indexNextTransactions } from "@/lib/payment-search";
import { confirmSetUp, startSetUp } from "@/lib/second-factor";
import { codeOf } from "@/lib/second-factor/testing/codes";
import { closeSession, createSession, setVenue } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { signIn } from "@/lib/sign-ins";
import { fillSession } from "@/lib/testing/fill";
import { recordCredit } from "@/lib/transactions";
import { incoming } from "@/lib/transactions/testing/sessions";
import { deliverDue } from "@/lib/webhooks";

/** Texts that a careless format would break: separators, escapes, nulls that are not null, several alphabets. */
export const AWKWARD = 'tab\there, line\nthere, back\\slash, \\N, \\., "quotes", ₦ Ọlá 中 \u{1f3ab}';

/** An organisation with something of everything the service keeps. */
export interface Organisation {
  organisationId: `org_${string}`;
  apiKey: string;
  /** The secret that signs its events. */
  signingSecret: string;
  email: string;
  password: string;
  sessionId: `ses_${string}`;
  account: string;
  terminalId: string;
}

let made = 0;

/** Adds an owner who has a second factor, and is alerted of a link that the first one made. */
async function addSecondOwner(scope: Scope, organisation: string, password: string): Promise<void> {
  const email = `second-${made}@example.com`;
  const { memberId, role } = await addMember({ organisation, email, password, role: "owner" });
  const own = { ...scope, by: { memberId, email, name: "", role } };
  const { secret, ticket } = startSetUp(own);
  await confirmSetUp(own, { ticket, code: codeOf(secret) });
  await resetMember(scope, { memberId });
}

/** Generated notifications, those of a bank that is not configured left out. */
const NOTIFICATIONS = 200;

/**
 * Makes an organisation with members, sign-ins, sessions open and closed, payments of every status, settlements,
 * reversals, exceptions, events delivered and still waiting; `receiverUrl` is where its events go. `payments` are
 * inserted in bulk, others come as notifications of the banks.
 */
export async function makeOrganisation(receiverUrl: string, payments = 300): Promise<Organisation> {
  const organisation = `Backup ${++made}`;
  const { organisationId, apiKey, signingSecret } = await issueApiKey({ organisation, mode: "test" });
  const email = `owner-${made}@example.com`;
  const password = "a long enough password";
  await addMember({ organisation, email, name: AWKWARD, password, role: undefined });
  await signIn({ email, password, address: "127.0.0.1", agent: AWKWARD });
  await signIn({ email, password: "wrong", address: "127.0.0.1", agent: "x" }).catch(() => undefined);
  const [member] = await systemDb().sql<{ memberId: `mem_${string}` }[]>`
    select id as "memberId" from members where organisation_id = ${organisationId} and role = 'owner'`;
  const by = { memberId: member?.memberId ?? "mem_", email, name: "", role: "owner" as const };
  const scope = { organisationId, mode: "test" as const, by };
  await addSecondOwner(scope, organisation, password);
  await inviteMember(scope, { email: `viewer-${made}@example.com`, name: "V", role: "viewer" });
  const open = (name: string) =>
    createSession(
      scope,
      CreateSession.parse({
        external_event_id: name,
        name: AWKWARD,
        collection: { account: true, pos: true, pos_count: 2 },
        webhook_url: receiverUrl,
        metadata: { note: AWKWARD },
      }),
    );
  const filled = await open("filled");
  await systemTx((db) => fillSession(db, { sessionId: filled.session_id, count: payments }));
  while ((await indexNextTransactions(filled.session_id)) > 0);
  const session = await open("open");
  const account = session.collection_account?.account_number ?? "";
  const terminalId = session.pos_terminals[0]?.terminal_id ?? "";
  const operator = await addOperator(scope, session.session_id, {
    name: AWKWARD,
    email: undefined,
    phone: "0803 000 0000",
    role: undefined,
  });
  await assignOperator({
    terminalId,
    operatorId: operator.id,
    from: new Date("2026-11-01T00:00:00Z"),
  });
  await setVenue(scope, session.session_id, AWKWARD);
  await shareWall(scope, session.session_id);
  await recordCredit(incoming({ account, narration: AWKWARD.replace(/[\t\n]/g, " ") }));
  await recordCredit(incoming({ channel: "pos", devices: [terminalId], amount: 9_007_199_254_740_990n }));
  for (const one of notificationsFor(made, NOTIFICATIONS, account, terminalId))
    await receiveBankNotification(one);
  await deliverDue({ budgetMs: 5_000 });
  await recordCredit(incoming({ account, status: "pending" }));
  await recordCredit(incoming({ account: "nobody's" }));
  const device = `${organisation} SN-1`;
  const { amount } = await openDeviceClaim(scope, { serial: device, provider: "paystack" });
  await recordCredit(incoming({ channel: "pos", devices: [device], amount, paidAt: new Date() }));
  const closed = await open("closed");
  await closeSession(scope, closed.session_id);
  await recordCredit(incoming({ account: closed.collection_account?.account_number ?? "" }));
  await confirmAndRetire(session.session_id);
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

/** Notifications of the banks that are configured by default about an account and a device, sound and hostile. */
export function* notificationsFor(seed: number, count: number, account: string, device: string) {
  const generated = generateNotifications(seed, count, {
    accounts: [account],
    devices: [device],
    secretOf: (provider) => verifyingSecret(provider, "test") ?? "",
  });
  for (const { provider, headers, body } of generated)
    if (provider !== "custom") yield { headers: new Headers(headers), body };
}

/** Writes what only live mode writes: a payment that its bank has yet to confirm, and one that the bank denied. */
async function confirmAndRetire(sessionId: `ses_${string}`): Promise<void> {
  await systemDb().sql`
    insert into confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id,
      payment_key, due_at)
    select session_id, id, organisation_id, mode, provider, bank_connection_id, payment_key, now()
    from transactions where session_id = ${sessionId} and status = 'pending' order by number limit 1`;
  await systemTx(async (db) => {
    const [denied] = await db.sql<Denied[]>`
      with denied as (
        select * from transactions where session_id = ${sessionId} and status = 'failed' order by number limit 1
      ), freed as (
        update payments p set session_id = null, transaction_id = null, needs_review = true
        from denied where p.transaction_id = denied.id
      ), retired as (
        insert into retired_payments (transaction_id, organisation_id, mode, session_id, bank_connection_id, payment_key)
        select id, organisation_id, mode, session_id, bank_connection_id, payment_key from denied
      )
      select mode, provider, bank_connection_id as "bankConnectionId", notice_id as "noticeId", id as "transactionId",
        payment_key as subject, amount, session_id as "sessionId", organisation_id as "organisationId"
      from denied`;
    if (!denied) throw new Error("a failed payment was recorded");
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
  Required<Pick<ExceptionDetails, "subject" | "sessionId" | "organisationId">> & {
    transactionId: Id<"transaction">;
    amount: bigint;
  };

/** The content of every table, as the role that sees everything: its rows as text, in an order of their own. */
export async function readEverything(): Promise<Record<string, string[]>> {
  const { sql } = systemDb();
  const tables = await sql<{ name: string }[]>`
    select tablename::text as name from pg_tables where schemaname = 'public' order by 1`;
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select t::text as row from public.${sql(name)} t order by t::text collate "C"`;
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** How many transactions an organisation has. */
export async function countTransactions(organisationId: `org_${string}`): Promise<number> {
  const [row] = await asOrganisation(
    organisationId,
    ({ sql }) => sql<{ count: number }[]>`select count(*)::int as count from transactions`,
  );
  return row?.count ?? 0;
}

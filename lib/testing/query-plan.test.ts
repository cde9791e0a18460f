/** Guarantee: no statement of the hot paths scans a complete table or reads more rows than it needs. */

import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import type { BankCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { listExceptions, listOwnExceptions } from "@/lib/exceptions";
import { closeLiveStreams, getLive } from "@/lib/live";
import { readMinutes } from "@/lib/minute-totals";
import { listOperators, listOperatorTransactions } from "@/lib/operators";
import { findApiCaller, issueApiKey } from "@/lib/organisations";
import { findPayments, getPayment, indexNextTransactions } from "@/lib/payment-search";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { summariseReconciliation } from "@/lib/reconciliation";
import { recordReversal } from "@/lib/reversals";
import { getSession } from "@/lib/sessions";
import { applySettlement, summariseSettlement } from "@/lib/settlement";
import { getTerminalActivity, listTerminals } from "@/lib/terminals";
import { getTransaction, listTransactions, recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { useTestDatabase } from "./database";
import { fillSession } from "./fill-session";
import { explainStatements, type QueryPlan } from "./query-plan";

const database = useTestDatabase();
const COUNT = 20_000;
/** The time over which the transactions were recorded: a twentieth of them in the last five minutes. */
const SALE_MINUTES = 100;
const OTHER_ORGANISATIONS = 20_000;

let apiKey: string;
let session: Awaited<ReturnType<typeof openTestSession>>;
let operatorIds: Id<"operator">[];
let transactionId: Id<"transaction">;
let pendingKey: string;

beforeAll(async () => {
  ({ apiKey } = await issueApiKey(COMMAND_LINE, { organisation: "Plans", mode: "test" }));
  session = await openTestSession("test", "https://platform.example/hook");
  const { sessionId } = session;
  await systemDb().sql`
    update sessions set created_at = created_at - ${SALE_MINUTES} * interval '1 minute' where session_id = ${sessionId}`;
  ({ operatorIds } = await systemTx((db) => fillSession(db, { sessionId, count: COUNT })));
  const [row] = await systemDb().sql<{ id: Id<"transaction">; key: string }[]>`
    select id, payment_key as key from transactions where session_id = ${sessionId} and status = 'pending' limit 1`;
  transactionId = row?.id ?? "txn_";
  pendingKey = row?.key ?? "";
  while ((await indexNextTransactions(sessionId, 5_000)) > 0);
  await insertOtherOrganisations();
});

/** Inserts keys, sessions, devices and exceptions of other organisations, so that a full table scan is visible. */
async function insertOtherOrganisations(): Promise<void> {
  const { sql } = systemDb();
  await sql`insert into organisations (id, name) select 'org_crowd' || n, 'Crowd ' || n from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into api_keys (id, organisation_id, mode, key_hash, hint)
    select 'key_crowd' || n, 'org_crowd' || n, 'test', md5(n::text), 'tk_' from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, account_connection_id,
      account_number, terminal_fragment, created_at)
    select 'ses_crowd' || n, 'org_crowd' || n, 'test', 'event', 'Crowd', 'NGN', 'bnk_sandbox', 'crowd' || n, 'crowd' || n, now()
    from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into webhook_endpoints (id, organisation_id, mode, url, origin, health_since)
    select 'we_crowd' || n, 'org_crowd' || n, 'test', 'https://crowd.example/' || n, 'https://crowd.example', now()
    from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into signing_secrets (id, organisation_id, secret)
    select 'sec_crowd' || n, 'org_crowd' || n, 'v1.key.secret' from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into session_states (session_id, organisation_id, mode, last_created_at)
    select session_id, organisation_id, mode, created_at from sessions where organisation_id like 'org_crowd%'`;
  await sql`
    insert into terminals (session_id, terminal_id, id, organisation_id, mode, position, assigned_at)
    select session_id, 'pos_' || terminal_fragment, 'trm_' || terminal_fragment, organisation_id, mode, 1, created_at
    from sessions where organisation_id like 'org_crowd%'`;
  await sql`
    insert into device_pairings (session_id, id, organisation_id, mode, terminal_id, bank_connection_id, device, paired_from)
    select session_id, 'par_' || id, organisation_id, mode, terminal_id, 'bnk_sandbox', terminal_id, assigned_at
    from terminals where organisation_id like 'org_crowd%'`;
  await sql`
    insert into operators (session_id, id, organisation_id, mode, name, role, created_at)
    select session_id, 'op_' || id, organisation_id, mode, 'Crowd', 'cashier', assigned_at
    from terminals where organisation_id like 'org_crowd%'`;
  await sql`
    insert into operator_assignments (session_id, id, organisation_id, mode, terminal_id, operator_id, assigned_from)
    select session_id, 'asg_' || id, organisation_id, mode, terminal_id, 'op_' || id, assigned_at
    from terminals where organisation_id like 'org_crowd%'`;
  await sql`
    insert into session_totals (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
    select session_id, 'pos', '', '', 'successful', organisation_id, mode, 1, 1 from session_states
    on conflict do nothing`;
  await sql`
    insert into settlement_totals (session_id, settled_on, organisation_id, mode, count, amount)
    select session_id, '2026-01-01', organisation_id, mode, 1, 1 from sessions where organisation_id like 'org_crowd%'`;
  await sql`
    insert into exceptions (id, organisation_id, mode, provider, bank_connection_id, reason, correlation_key, dedupe_key, detail,
      notification_id, created_at, resolved_at)
    select 'exc_crowd' || n, 'org_crowd' || n % 3, 'test', 'paystack', 'bnk_paystack', 'unreadable', n, n, '', 'ntc_', now(),
      case when n > 20 then now() end
    from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
  await sql`
    insert into reversals (id, mode, bank_connection_id, payment_key, kind, stage, reference, amount, notification_id, received_at)
    select 'rev_crowd' || n, 'test', 'bnk_paystack', n, 'refund', 'completed', n, 1, 'ntc_', now()
    from generate_series(1, ${OTHER_ORGANISATIONS}::int) n`;
}

const drain = async ({ chunks }: { chunks: AsyncIterable<unknown> }) => {
  for await (const _ of chunks);
};
const page = { limit: 50n, offset: BigInt(COUNT) - 5_000n };

const reverse = (paymentKey: string) =>
  recordReversal(createIncomingCredit().notification, {
    ...({ kind: "reversal", reversal: "refund", stage: "completed", event: "refund.processed" } as const),
    ...{ paymentKeys: [paymentKey], reference: newId("notification"), status: "processed" },
  });

async function recordReversed(channel: BankCredit["channel"]): Promise<void> {
  const credit = createIncomingCredit({
    account: session.account,
    channel,
    paymentKey: newId("notification"),
  });
  await reverse(credit.credit.paymentKey);
  await recordCredit(credit);
}

/** Each hot path, by name. */
const HOT_PATHS: Record<string, () => Promise<unknown>> = {
  "authenticating an API key": () => findApiCaller(apiKey),
  "getting a session": () => getSession(session.scope, session.sessionId),
  "listing a session's terminals": () => listTerminals(session.scope, session.sessionId),
  "listing a session's operators": () => listOperators(session.scope, session.sessionId),
  "a page of transactions at a high offset": async () =>
    drain(await listTransactions(session.scope, { sessionId: session.sessionId, ...page })),
  "a page of a terminal's activity at a high offset": async () =>
    drain(
      await getTerminalActivity(session.scope, {
        sessionId: session.sessionId,
        terminalId: session.terminalId,
        limit: 50n,
        offset: 4_000n,
      }),
    ),
  "an operator's transactions to the end": async () =>
    drain(
      await listOperatorTransactions(session.scope, {
        sessionId: session.sessionId,
        operatorId: operatorIds[1] ?? "op_",
      }),
    ),
  "getting a transaction": () => getTransaction(session.scope, transactionId),
  "reconciling a session": () => summariseReconciliation(session.scope, session.sessionId),
  "summarising a settlement": () => summariseSettlement(session.scope, session.sessionId),
  "recording a transfer": () => recordCredit(createIncomingCredit({ account: session.account })),
  "recording a payment at a terminal": () =>
    recordCredit(createIncomingCredit({ channel: "pos", devices: ["NOBODYS", session.terminalId] })),
  "recording a payment without a destination": () =>
    recordCredit(createIncomingCredit({ account: "0000000000" })),
  "applying a later status update": () =>
    recordCredit(
      createIncomingCredit({ account: session.account, paymentKey: pendingKey, status: "successful" }),
    ),
  "settling payments by their keys": () =>
    applySettlement(createIncomingCredit().notification, {
      kind: "settlement",
      reference: newId("notification"),
      settledOn: "2026-11-21",
      lines: [
        { paymentKey: pendingKey, gross: 10_000n },
        { paymentKey: newId("notification"), gross: 10_000n },
      ],
      unreadableLines: [],
    }),
  "reversing a payment": () => reverse(pendingKey),
  "recording a payment that was reversed before": () => recordReversed("bank_transfer"),
  "saving an unsupported payment that was reversed before": () => recordReversed("unsupported"),
  "listing one organisation's open exceptions": () => listExceptions({ organisation: "org_crowd1" }),
  "listing a session's exceptions": () => listOwnExceptions(session.scope, session.sessionId),
  "listing all open exceptions": () => listExceptions({}),
};

const find = (filters: Record<string, string>) =>
  findPayments(session.scope, session.sessionId, PaymentFilters.parse(filters), { limit: 50 });

/** Dashboard queries over a session of twenty thousand transactions: they may scan that session, but nothing else. */
const DASHBOARD_QUERIES: Record<string, () => Promise<unknown>> = {
  "the newest payments": () => find({}),
  "finding payments by a rare text": () => find({ q: "ticket 12345" }),
  "finding payments by a common text": () => find({ q: "okonkwo" }),
  "finding payments by status and operator": () =>
    find({ status: "failed", operator: operatorIds[1] ?? "op_" }),
  "finding payments by time": () => find({ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }),
  "a payment with its history": () =>
    getPayment(session.scope, { sessionId: session.sessionId, transactionId }),
  "a session's minutes": () =>
    readMinutes(session.scope, session.sessionId, {
      from: new Date(Date.now() - 3_600_000),
      to: new Date(),
      by: "channel",
    }),
};
const LARGE_TABLES = [
  "transactions",
  "transaction_search",
  "bank_notifications",
  "webhook_deliveries",
  "payment_identities",
];

/** Reads of the live page: they may read the last five minutes and a row per minute, channel and terminal. */
const LIVE_QUERIES: Record<string, () => Promise<unknown>> = {
  "opening a live page": async () => {
    await getLive(session.scope, session.sessionId);
    closeLiveStreams();
  },
  "opening a live page whose last payment is not indexed": async () => {
    await recordCredit(createIncomingCredit({ account: session.account, paymentKey: newId("notification") }));
    await getLive(session.scope, session.sessionId);
    closeLiveStreams();
  },
};

/** Enough for one chunk of rows, or a session's totals and settlement days, each found through one or two indexes. */
const LIMITS = { rows: 150, pages: 600 };

function expectBounded(plans: QueryPlan[]): void {
  expect(plans.length).toBeGreaterThan(0);
  const unbounded = plans.filter(
    ({ seqScannedTables, rowsTouched, pagesTouched }) =>
      seqScannedTables.length > 0 || rowsTouched > LIMITS.rows || pagesTouched > LIMITS.pages,
  );
  expect(unbounded).toEqual([]);
}

test("a full table scan is detected", async () => {
  const [plan] = await explainStatements(async () => {
    await systemDb().sql`select count(*) from transactions where narration = ${"TICKET 7"}`;
  });
  expect(plan?.seqScannedTables).toContain("transactions");
  expect(plan?.rowsTouched).toBeGreaterThanOrEqual(COUNT);
});

function testAllPaths(): void {
  test.each(Object.entries(HOT_PATHS))("%s reads a bounded number of rows", async (_name, path) => {
    expectBounded(await explainStatements(path));
  });
  test.each(Object.entries(DASHBOARD_QUERIES))("%s scans no large table completely", async (_name, query) => {
    expect(
      (await explainStatements(query)).flatMap(({ seqScannedTables }) =>
        seqScannedTables.filter((table) => LARGE_TABLES.includes(table)),
      ),
    ).toEqual([]);
  });
  test.each(Object.entries(LIVE_QUERIES))("%s reads a part of the event", async (_name, query) => {
    const plans = await explainStatements(query);
    expect(plans.filter(({ rowsTouched }) => rowsTouched > COUNT / 4)).toEqual([]);
  });
}

describe("without statistics", testAllPaths);

describe("with statistics", () => {
  beforeAll(async () => {
    const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
    await owner`analyze`;
    await owner.end();
  });
  testAllPaths();
});

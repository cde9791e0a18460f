/** Guarantee: a payer's data can be erased from everything that is stored, and no total, status or check changes. */
import { beforeAll, expect, test, vi } from "vitest";
import { createFilledOrganisation } from "@/lib/backup/testing/organisation";
import { verifyingSecret } from "@/lib/bank";
import { takings } from "@/lib/cli/testing/takings";
import { systemDb } from "@/lib/db/client";
import { runExclusively } from "@/lib/db/connections/exclusive";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { eraseExpired } from "./erase-expired";
import { findInDatabase } from "./testing/search";

vi.setConfig({ testTimeout: 60_000 });
useTestDatabase();

const { signal } = new AbortController();
/** Takes effect after all data of this file. */
const later = () => new Date(Date.now() + 2 * 86_400_000);
let organisation: Awaited<ReturnType<typeof createFilledOrganisation>>;

beforeAll(async () => {
  organisation = await createFilledOrganisation("http://127.0.0.1:9/hook", 30);
});

/** The names of all payers, if they are long enough to be no other text. */
async function listPayers(): Promise<string[]> {
  const rows = await systemDb().sql<{ text: string }[]>`
    select distinct text from (
      select sender_name as text from transactions union all select sender_account from transactions
      union all select credit ->> 'senderName' from exceptions union all select credit ->> 'senderAccount' from exceptions
      union all select payer from expected_payments) p
    where length(text) >= 8 and text ~ '[A-Za-z]{3}'`;
  return rows.map(({ text }) => text);
}

/** Everything that must not change: amounts, states, times, references. */
const readFacts = async () => {
  const { sql } = systemDb();
  return Promise.all([
    sql`select * from session_totals order by 1, 2, 3, 4, 5`,
    sql`select * from minute_totals order by 1, 2, 3, 4`,
    sql`select * from settlement_totals order by 1, 2`,
    sql`select * from session_states order by 1`,
    sql`select * from payment_identities order by 1, 2, 3`,
    sql`select * from settlement_lines order by 1, 2, 3, 4`,
    sql`select * from expected_payment_matches order by 1, 2`,
    sql`select id, session_id, sequence, amount, status, paid_at, bank_ref, sender_bank, payment_key from transactions order by id`,
    sql`select id, reason, amount, dedupe_key, credit ->> 'amount' as stated from exceptions order by id`,
    sql`select id, digest, signature, outcome, correlation_key from bank_notifications order by id`,
  ]);
};

/** Pays with a notification of Monnify, and returns its bytes. */
async function pay(name: string, account: string, key: string, narration = `for ${name}`) {
  const { createHmac } = await import("node:crypto");
  const body = Buffer.from(
    JSON.stringify({
      eventType: "SUCCESSFUL_TRANSACTION",
      eventData: {
        transactionReference: key,
        paymentReference: key,
        amountPaid: "100.00",
        totalPayable: "100.00",
        settlementAmount: "100.00",
        currency: "NGN",
        paymentStatus: "PAID",
        paymentMethod: "ACCOUNT_TRANSFER",
        paidOn: "2026-11-20 10:00:00.0",
        paymentDescription: narration,
        customer: { name, email: "payer@example.com" },
        destinationAccountInformation: { bankCode: "035", accountNumber: organisation.account },
        paymentSourceInformation: [
          { accountName: name, accountNumber: account, bankCode: "058", amountPaid: "100.00" },
        ],
      },
    }),
  );
  const signature = createHmac("sha512", verifyingSecret("monnify", "test") ?? "")
    .update(body)
    .digest("hex");
  return () => receiveBankNotification({ headers: new Headers({ "monnify-signature": signature }), body });
}

test("one payer's data is exported and erased by command, which the audit log records without naming the payer", async () => {
  const { organisationId } = organisation;
  const [{ name } = { name: "" }] = await systemDb().sql<{ name: string }[]>`
    select name from organisations where id = ${organisationId}`;
  const of = `--organisation ${name.replaceAll(" ", "_-_")}`;
  const payer = "Folasade Quadri-Payer";
  const account = "7391846205";
  await (await pay(payer, account, "payer-1"))();
  await (await pay("Another Payer Here", "7391846299", "payer-2"))();
  await recordCredit(
    createIncomingCredit({ account: "9999999999", senderName: payer, senderAccount: account }),
  );
  const exported = await takings(`payers export ${of} --account ${account}`);
  expect(exported.value.payments).toEqual([
    expect.objectContaining({ sender_name: payer, sender_account: account, amount: "100.00" }),
  ]);
  expect(exported.value.notifications[0].body).toContain(payer);
  expect(await findInDatabase([payer, account])).not.toEqual([]);
  const before = await readFacts();
  const refused = await takings(`payers erase ${of} --account ${account}`);
  expect(refused.exitCode).toBe(2);
  const erased = await takings(`payers erase ${of} --account ${account} --yes`);
  expect(erased.value).toMatchObject({ payments: 1, notifications: 1 });
  // The stray payment belongs to no organisation: the retention erases it.
  const where = (await findInDatabase([payer, account])).map((one) => one.split(":")[0]);
  expect(new Set(where)).toEqual(new Set(["bank_notifications.body", "exceptions.credit"]));
  expect(await findInDatabase(["Another Payer Here"])).not.toEqual([]);
  expect(await readFacts()).toEqual(before);
  expect((await verifyTotals({})).differences).toEqual([]);
  const entries = await systemDb().sql`
    select action, details from audit_entries where action in ('exported_payer', 'erased_payer') order by id`;
  expect(entries.map(({ action }) => action)).toEqual(["exported_payer", "erased_payer"]);
  expect(JSON.stringify(entries)).not.toMatch(/Folasade|7391846205/);
});

test("the payer that a platform stated for an order is erased by name, also from its events and kept answers", async () => {
  const { sql } = systemDb();
  const [{ name, payer } = { name: "", payer: "" }] = await sql<{ name: string; payer: string }[]>`
    update expected_payments e set payer = 'Chiamaka Order-Payer' from organisations o
    where o.id = e.organisation_id returning o.name, e.payer`;
  await sql`update idempotency_keys set body = '{"data":{"payer":"Chiamaka Order-Payer","reference":"ORD-1001"}}'
    where key = '\\N'`;
  await sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, event_type, subject_id, subject_state, webhook_endpoint_id,
      is_organisation_wide, body, due_at, created_at)
    select session_id, 'evt_order', e.organisation_id, e.mode, 'expected_payment.updated', e.id, 'paid 1', s.webhook_endpoint_id, true,
      json_build_object('event', 'expected_payment.updated', 'data', json_build_object('id', e.id, 'payer', payer)), now(), now()
    from expected_payments e join sessions s using (session_id)`;
  await takings(
    `payers erase --organisation ${name.replaceAll(" ", "_-_")} --name ${payer.replaceAll(" ", "_-_")} --yes`,
  );
  expect(await findInDatabase([payer])).toEqual([]);
  const [event] = await sql<{ data: unknown }[]>`
    delete from webhook_deliveries where id = 'evt_order' returning body::json -> 'data' as data`;
  expect(event?.data).toEqual({ id: expect.stringMatching(/^exp_/), payer: null });
  const [{ body } = { body: "" }] = await sql<{ body: string }[]>`
    select body from idempotency_keys where key = '\\N'`;
  expect(JSON.parse(body)).toEqual({ data: { payer: null, reference: "ORD-1001" } });
});

test("data within the time is kept, and one process erases at a time", async () => {
  const before = await findInDatabase(["ADAEZE OKONKWO"]);
  expect(before.length).toBeGreaterThan(2);
  const aged = { days: 36_500, signal };
  expect(await eraseExpired(aged)).toEqual({ notifications: 0, expected: 0 });
  await runExclusively("payer erasure", async () => {
    expect(await eraseExpired({ ...aged, days: 1, now: later() })).toBeUndefined();
  });
  expect(await findInDatabase(["ADAEZE OKONKWO"])).toEqual(before);
});

test("after the time every payer is erased from every table, totals are unmoved and verify finds no difference", async () => {
  const payers = await listPayers();
  expect(payers.length).toBeGreaterThan(5);
  const repeat = await pay("Repeated Payer Name", "7391846111", "payer-3");
  await repeat();
  const unknown = await pay("Unreadable Payer Name", "7391846112", "", "x");
  await unknown();
  await systemDb()
    .sql`update webhook_attempts set excerpt = convert_to('{"got":"Payer Of An Answer"}', 'UTF8')`;
  const before = await readFacts();
  const erased = await eraseExpired({ days: 1, signal, now: later(), pauseFactor: 0 });
  expect(erased?.notifications).toBeGreaterThan(50);
  const texts = [
    ...payers,
    "Repeated Payer Name",
    "Unreadable Payer Name",
    "Payer Of An Answer",
    "payer@example.com",
  ];
  expect(await findInDatabase(texts)).toEqual([]);
  expect(await readFacts()).toEqual(before);
  expect(await verifyTotals({})).toMatchObject({ differences: [], erased: expect.any(Number) });
  expect(await eraseExpired({ days: 1, signal, now: later() })).toEqual({ notifications: 0, expected: 0 });
  // The bank's repeat of erased bytes is the same notification.
  await repeat();
  await unknown();
  expect(await readFacts()).toEqual(before);
  expect(await findInDatabase(["Repeated Payer Name", "Unreadable Payer Name"])).toEqual([]);
});

test("an erased notification that is changed afterwards is a difference", async () => {
  const { sql } = systemDb();
  const differencesAfter = async (change: string) => {
    await sql.unsafe(change);
    return (await verifyTotals({})).differences.map(({ what }) => what.replace(/ntc_\w+|txn_\w+/, "ID"));
  };
  const one =
    "id = (select min(id) from bank_notifications where erased_digest is not null and outcome = 'recorded')";
  expect(
    await differencesAfter(
      `update bank_notifications set body = convert_to(replace(convert_from(body, 'UTF8'), '"senderName":""', '"senderName":"Forged Name"'), 'UTF8') where ${one}`,
    ),
  ).toEqual(expect.arrayContaining(["digest of ID", "sender name of ID"]));
  expect(
    await differencesAfter(`update bank_notifications set erased_digest = sha256(body) where ${one}`),
  ).toEqual(["sender name of ID"]);
  expect(await differencesAfter(`update bank_notifications set digest = sha256('x') where ${one}`)).toEqual(
    expect.arrayContaining(["digest of ID"]),
  );
});

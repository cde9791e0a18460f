/** Guarantee: bodies past retention are gone, no total, status or check changes, and any other missing body is a difference. */
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { createBackup, restoreBackup } from "@/lib/backup";
import { createFilledOrganisation } from "@/lib/backup/testing/organisation";
import { verifyingSecret } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { runExclusively } from "@/lib/db/connections/exclusive";
import { receiveBankNotification, reprocessNotification, showNotification } from "@/lib/intake";
import { erasePayer, exportPayer } from "@/lib/payers";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { dropBodies } from "./drop-bodies";

vi.setConfig({ testTimeout: 60_000 });
useTestDatabase();

const { signal } = new AbortController();
const DAYS = 92;
/** Takes effect after all data of this file. */
const later = () => new Date(Date.now() + (DAYS + 1) * 86_400_000);
const dropAll = () => dropBodies({ days: DAYS, signal, now: later(), pauseFactor: 0 });

interface Stored {
  id: Id<"notification">;
  outcome: string;
  bytes: number;
  /** Whether its payment waits for the bank's confirmation. */
  isWaiting: boolean;
}
const listStored = () =>
  systemDb().sql<Stored[]>`
    select id, outcome, octet_length(body) as bytes, id in (
      select t.notification_id from payment_confirmations c join transactions t on t.id = c.transaction_id) as is_waiting
    from bank_notifications order by id`;

/** Everything that must not change. */
const readFacts = () => {
  const { sql } = systemDb();
  return Promise.all([
    sql`select * from session_totals order by 1, 2, 3, 4, 5`,
    sql`select * from minute_totals order by 1, 2, 3, 4`,
    sql`select * from transactions order by id`,
    sql`select * from payment_identities order by 1, 2, 3`,
    sql`select * from settlement_lines order by 1, 2, 3, 4`,
    sql`select * from exceptions order by id`,
    sql`select id, digest, signature, outcome, correlation_key, received_at from bank_notifications order by id`,
  ]);
};

beforeAll(async () => {
  await createFilledOrganisation("http://127.0.0.1:9/hook", 30);
});

test("bodies within the time are kept, and one process drops at a time", async () => {
  const before = await listStored();
  expect(await dropBodies({ days: 36_500, signal })).toBe(0);
  await runExclusively("notification retention", async () => {
    expect(await dropAll()).toBeUndefined();
  });
  expect(await listStored()).toEqual(before);
  expect(await verifyTotals({})).not.toHaveProperty("notificationsPastRetention");
});

test("after the time the bodies of recorded payments are dropped, and nothing else changes", async () => {
  const { sql } = systemDb();
  const [{ body } = { body: Buffer.alloc(0) }] = await sql<{ body: Buffer }[]>`
    select body from bank_notifications
    where outcome = 'recorded' and provider = 'paystack' and adapter_version > 0 order by id desc limit 1`;
  const before = await listStored();
  const facts = await readFacts();

  const recorded = before.filter(({ outcome, isWaiting }) => outcome === "recorded" && !isWaiting);
  expect(recorded.length).toBeGreaterThan(50);
  expect(before.some(({ outcome, isWaiting }) => outcome === "recorded" && isWaiting)).toBe(true);
  expect(await dropAll()).toBe(recorded.length);
  const expected = before.map((one) => (recorded.includes(one) ? { ...one, bytes: 0 } : one));
  expect(await listStored()).toEqual(expected);
  expect(await readFacts()).toEqual(facts);
  const verified = await verifyTotals({});
  expect(verified).toMatchObject({ differences: [], notificationsPastRetention: recorded.length });
  expect(verified).not.toHaveProperty("erased");
  expect(await dropAll()).toBe(0);

  // The bank's repeat of the same bytes is the same notification.
  const signature = createHmac("sha512", verifyingSecret("paystack", "test") ?? "")
    .update(body)
    .digest("hex");
  await receiveBankNotification({ headers: new Headers({ "x-paystack-signature": signature }), body });
  expect(await readFacts()).toEqual(facts);
});

test("a dropped notification is shown without a body and not processed again", async () => {
  const [dropped] = (await listStored()).filter(({ bytes }) => bytes === 0);
  if (!dropped) throw new Error("no body was dropped");
  expect(await showNotification(COMMAND_LINE, dropped.id)).toMatchObject({ bytes: 0, body: "" });
  await expect(reprocessNotification(COMMAND_LINE, dropped.id)).rejects.toMatchObject({ code: "conflict" });
});

test("a message that the bank sent without a body is no dropped one", async () => {
  const body = Buffer.alloc(0);
  const signature = createHmac("sha512", verifyingSecret("paystack", "test") ?? "")
    .update(body)
    .digest("hex");
  await receiveBankNotification({ headers: new Headers({ "x-paystack-signature": signature }), body });
  const [empty] = await systemDb().sql<{ id: Id<"notification"> }[]>`
    select id from bank_notifications where outcome <> 'recorded' and octet_length(body) = 0`;
  expect(await reprocessNotification(COMMAND_LINE, empty?.id ?? "ntc_")).toEqual({ outcome: "exception" });
});

test("a payer of a dropped notification is still exported and erased", async () => {
  const [payment] = await systemDb().sql<
    { id: string; name: string; organisationId: Id<"organisation">; notificationId: string }[]
  >`
    select t.id, t.sender_name as name, t.organisation_id, t.notification_id from transactions t
    join bank_notifications n on n.id = t.notification_id where octet_length(n.body) = 0 and t.sender_name <> '' limit 1`;
  if (!payment) throw new Error("no dropped payment names a payer");
  const caller = { ...COMMAND_LINE, organisationId: payment.organisationId };
  const { notifications } = await exportPayer(caller, { name: payment.name });
  expect(notifications).toContainEqual(expect.objectContaining({ id: payment.notificationId, body: null }));
  await erasePayer(caller, { name: payment.name });
  const [kept] = await systemDb().sql`
    select sender_name, octet_length(body) as bytes from transactions t
    join bank_notifications n on n.id = t.notification_id where t.id = ${payment.id}`;
  expect(kept).toMatchObject({ senderName: "", bytes: 0 });
});

test("a restored backup contains which bodies were dropped", async () => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "takings-retention-")), "backup");
  const { notificationsPastRetention } = await verifyTotals({});
  await createBackup({ folder, signal });
  await withNewDatabase(async () => {
    expect(await restoreBackup({ folder, signal })).toMatchObject({ differences: [] });
    expect(await verifyTotals({})).toMatchObject({ differences: [], notificationsPastRetention });
  });
  rmSync(path.dirname(folder), { recursive: true });
});

test("the keys of a dropped notification are compared", async () => {
  const { sql } = systemDb();
  const [one] = await sql<{ id: string; key: string }[]>`
    select id, correlation_key as key from bank_notifications
    where outcome = 'recorded' and octet_length(body) = 0 order by id desc limit 1`;
  const setKey = (key = "") =>
    sql`update bank_notifications set correlation_key = ${key} where id = ${one?.id ?? ""}`;
  await setKey("another");
  const { differences } = await verifyTotals({});
  await setKey(one?.key);
  expect(differences.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^key of the notification of txn_/),
  );
});

test("any other missing body is a difference", async () => {
  const { sql } = systemDb();
  const known = (await verifyTotals({})).differences.length;
  const differencesAfterEmptying = async (id: string) => {
    const [before] = await sql`select body, erased_digest from bank_notifications where id = ${id}`;
    await sql`update bank_notifications set body = '', erased_digest = sha256('') where id = ${id}`;
    const { differences } = await verifyTotals({});
    await sql`update bank_notifications set body = ${before?.body}, erased_digest = ${before?.erasedDigest} where id = ${id}`;
    return differences.length - known;
  };
  const [other] = (await listStored()).filter(({ outcome, bytes }) => outcome === "exception" && bytes > 0);
  expect(await differencesAfterEmptying(other?.id ?? "")).toBeGreaterThan(0);
  // A payment that is not past retention.
  await sql`update service_state set details = jsonb_build_object('last', '') where name = 'notification_bodies_dropped'`;
  expect((await verifyTotals({})).differences.length).toBeGreaterThan(known);
});

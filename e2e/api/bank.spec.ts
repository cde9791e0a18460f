// Guarantee: a signed notification becomes exactly the transaction of §2.5; an unsigned one changes nothing (§4.13, §5).

import { monnifySettlement, newKey, readSample, signNotification } from "../bank-samples";
import {
  type Bank,
  createSession,
  expect,
  expectData,
  expectProblem,
  type SessionData,
  TIMESTAMP,
  TRANSACTION_ID,
  test,
} from "../fixtures";
import {
  accountOf,
  countRowsContaining,
  getReconciliation,
  getSettlement,
  listAll,
  listExceptions,
  terminalOf,
} from "../ledger-queries";
import { SAMPLES, type Sample } from "../samples";

type Named = Sample["provider"];

/** Pays a documented sample into a session with a new payment key. */
function paidInto(
  session: SessionData,
  { provider, name, key, account, device }: Sample,
  paymentKey: string,
) {
  return readSample(provider, name, {
    [key]: paymentKey,
    ...(account && { [account]: accountOf(session) }),
    ...(device && { [device]: terminalOf(session) }),
  });
}

for (const sample of SAMPLES) {
  const { provider, name } = sample;
  test(`${provider}'s documented ${name} becomes exactly its transaction`, async ({ api, bank }) => {
    const session = await createSession(api);
    const paymentKey = newKey();
    const answer = await bank.post(signNotification(bank, provider, paidInto(session, sample, paymentKey)));
    expect(expectData(answer)).toEqual({});
    const [transaction, ...others] = await listAll(api, session);
    expect(others).toEqual([]);
    expect(transaction).toEqual({
      ...sample.becomes,
      id: expect.stringMatching(TRANSACTION_ID),
      session_id: session.session_id,
      currency: "NGN",
      bank_ref: sample.becomes.bank_ref === "KEY" ? paymentKey : sample.becomes.bank_ref,
      created_at: expect.stringMatching(TIMESTAMP),
    });
  });
}

/** Posts a documented sample and asserts that it is acknowledged. */
async function sendNotification(bank: Bank, provider: Named, name: string, changes: Record<string, string>) {
  const answer = await bank.post(signNotification(bank, provider, readSample(provider, name, changes)));
  expect(expectData(answer)).toEqual({});
}

test("a documented cash payment, refusal without an account and airtime sale are acknowledged and not counted", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [cash, refused, airtime] = [newKey(), newKey(), newKey()];
  const terminal = terminalOf(session);
  await sendNotification(bank, "monnify", "cash", { "MNFY|76|20211117154810|000001": cash });
  await sendNotification(bank, "paystack", "rejected", { "3103959930": refused });
  await sendNotification(bank, "moniepoint", "airtime", {
    "ATP|2MPT0073|183849600858930565120": airtime,
    TestDev24: terminal,
  });
  const found = await listExceptions(cash, refused, airtime);
  expect(found.map(({ payment_key, reason, amount }) => [payment_key, reason, amount]).sort()).toEqual(
    [
      [cash, "unsupported_channel", "78000.00"],
      [refused, "unknown_destination", "300.00"],
    ].sort(),
  );
  expect(await listAll(api, session)).toEqual([]);
  expect(await countRowsContaining(airtime), "only the notification is stored").toBe(1);
});

test("a documented reversal or dispute is an exception, for a recorded payment and for an unknown one", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const account = accountOf(session);
  const [charged, sent, unknown] = [newKey(), newKey(), newKey()];
  const nombaKey = "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a";
  await sendNotification(bank, "paystack", "transfer", { "020293904002": charged, "9930000902": account });
  await sendNotification(bank, "nomba", "transfer", { [nombaKey]: sent, "5343270516": account });
  const before = await getReconciliation(api, session);
  await sendNotification(bank, "paystack", "dispute", { "020293904002": charged });
  await sendNotification(bank, "nomba", "reversal", { [nombaKey]: sent });
  await sendNotification(bank, "paystack", "dispute", { "020293904002": unknown });
  const found = await listExceptions(charged, sent, unknown);
  expect(found.map(({ payment_key, reason }) => [payment_key, reason]).sort()).toEqual(
    [
      [charged, "reversal"],
      [sent, "reversal"],
      [unknown, "reversal"],
    ].sort(),
  );
  expect(await getReconciliation(api, session)).toEqual({ ...before, reconciled_at: expect.any(String) });
  expect(await countRowsContaining(unknown), "its identity, its exception and its notification").toBe(3);
});

test("the documented settlements of Monnify and Lenco settle the payments that they list", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const account = accountOf(session);
  const [first, second] = [newKey(), newKey()];
  await sendNotification(bank, "monnify", "transfer", {
    "MNFY|04|20211117112842|000170": first,
    "6000140770": account,
  });
  await sendNotification(bank, "lenco", "transfer", { "va-txn-1": second, "9930000902": account });
  await sendNotification(bank, "monnify", "settlement", {
    "MNFY|26|20211111142601|000001": first,
    LB8HG1PNZT4ATJGZXQBY: newKey(),
    "1234.00": "3000.00",
  });
  await sendNotification(bank, "lenco", "settled", { "va-txn-1": second, "9930000902": account });
  expect(await getSettlement(api, session)).toMatchObject({
    total_settled: "8000.00",
    by_date: {
      "2021-11-11": { count: 1, total: "3000.00" },
      "2026-11-20": { count: 1, total: "5000.00" },
    },
  });
});

test("Monnify's settlement of 2,500 payments, over 1 MiB, is acknowledged and stored", async ({ bank }) => {
  const reference = newKey();
  const keys = Array.from({ length: 2_500 }, (_, index) => `${reference}-${index}`);
  const notification = monnifySettlement(bank, { keys, reference });
  expect(notification.body.length).toBeGreaterThan(1_048_576);
  expect(expectData(await bank.post(notification))).toEqual({});
  expect(await countRowsContaining(`"settlementReference":"${reference}"`)).toBe(1);
});

test("Nomba's notification may have 64 KiB, and not one byte more", async ({ bank }) => {
  const LIMIT = 65_536;
  const pad = (key: string, length: number) => {
    const changes = { "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a": key };
    return signNotification(bank, "nomba", readSample("nomba", "transfer", changes).padEnd(length));
  };
  const [full, over] = [newKey(), newKey()];
  expectData(await bank.post(pad(full, LIMIT)));
  expect(await countRowsContaining(full)).toBeGreaterThan(0);
  const { headers, body } = pad(over, LIMIT + 1);
  const refused = await bank.post({ headers: { ...headers, connection: "close" }, body });
  expect(expectProblem(refused, { status: 413 }).detail).toContain(String(LIMIT));
  expect(await countRowsContaining(over)).toBe(0);
});

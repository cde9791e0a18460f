// Guarantee: what a bank signed becomes exactly the transaction of §2.5; what it did not sign changes nothing (§4.13, §5).
import {
  accountOf,
  exceptionsAbout,
  listAll,
  reconcile,
  rowsHolding,
  settlementOf,
  terminalOf,
} from "../books";
import { documented, newKey, signed } from "../documented";
import {
  type Bank,
  expect,
  expectData,
  openSession,
  type SessionData,
  TIMESTAMP,
  TRANSACTION_ID,
  type TransactionData,
  test,
} from "../fixtures";

type Named = Parameters<typeof signed>[1];

interface Sample {
  provider: Named;
  name: string;
  /** What in the documented text becomes the payment's key, the session's account and the terminal's id. */
  key: string;
  account?: string;
  device?: string;
  /** The transaction, but for what the test itself chose. */
  becomes: Partial<TransactionData>;
}

const NOBODY = { sender_name: "", sender_account: "", sender_bank: "", narration: "" };

const SAMPLES: Sample[] = [
  {
    provider: "paystack",
    name: "transfer",
    key: "020293904002",
    account: "9930000902",
    becomes: {
      amount: "100.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "RANDALL AKANBI HORTON",
      sender_account: "XXXXXX0011",
      sender_bank: "214",
      narration: "NIP: RHODA CHURCH -1123344343/44343231232",
      bank_ref: "KEY",
      paid_at: "2024-12-02T12:05:12.000Z",
    },
  },
  {
    provider: "paystack",
    name: "pos",
    key: "pos_wtwyrj7n6x",
    device: "2232WE17",
    becomes: {
      ...NOBODY,
      amount: "50.00",
      channel: "pos",
      status: "successful",
      bank_ref: "KEY",
      paid_at: "2021-11-04T16:32:33.000Z",
    },
  },
  {
    provider: "monnify",
    name: "transfer",
    key: "MNFY|04|20211117112842|000170",
    account: "6000140770",
    becomes: {
      amount: "3000.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Monnify Limited",
      sender_account: "0065432190",
      sender_bank: "",
      narration: "Adm",
      bank_ref: "e6cV1smlpkwG38Cg6d5F9B2PRnIq5FqA",
      paid_at: "2021-11-17T10:28:42.615Z",
    },
  },
  {
    provider: "monnify",
    name: "rejection",
    key: "MNFY|81|20230626175354|055960",
    account: "7023576853",
    becomes: {
      amount: "40.00",
      channel: "bank_transfer",
      status: "failed",
      sender_name: "Monnify Limited",
      sender_account: "5141901487",
      sender_bank: "50515",
      narration: "lets pay",
      bank_ref: "090405230626175355000000000001",
      paid_at: "2023-06-26T16:53:55.000Z",
    },
  },
  {
    provider: "nomba",
    name: "transfer",
    key: "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a",
    account: "5343270516",
    becomes: {
      amount: "10.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Habiblahi Hamzat",
      sender_account: "9617811496",
      sender_bank: "090645",
      narration: "Habiblahi Hamzat Transfer 10.00 To ZAXBOX/EZENNA NWACHUKWU - Nomba",
      bank_ref: "IFAP-TRANSFER-46501-e0339485-1a2f-4b43-9bd5-fec9649e5928",
      paid_at: "2025-09-29T10:51:44.000Z",
    },
  },
  {
    provider: "nomba",
    name: "pos-failed",
    key: "POS-PURCHASE-71KD9-ae67-91fe-4b6a-a45b-689e9XXXXXXX",
    device: "91230989e9XXXXXXX",
    becomes: {
      ...NOBODY,
      amount: "25000.00",
      channel: "pos",
      status: "failed",
      sender_bank: "058",
      bank_ref: "2510089e9XXXXXXX5",
      paid_at: "2025-10-06T17:38:45.000Z",
    },
  },
  {
    provider: "lenco",
    name: "transfer",
    key: "va-txn-1",
    account: "9930000902",
    becomes: {
      amount: "5000.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "058",
      narration: "Ticket 12",
      bank_ref: "000013240101120000123456789012",
      paid_at: "2026-11-19T23:30:00.000Z",
    },
  },
  {
    provider: "lenco",
    name: "rejected",
    key: "va-txn-2",
    account: "9930000902",
    becomes: {
      amount: "5000.00",
      channel: "bank_transfer",
      status: "failed",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "058",
      narration: "Ticket 12",
      bank_ref: "000013240101120000123456789012",
      paid_at: "2026-11-19T23:30:00.000Z",
    },
  },
  {
    provider: "lenco",
    name: "pos",
    key: "pos-txn-1",
    device: "SN-0001",
    becomes: {
      ...NOBODY,
      amount: "2500.50",
      channel: "pos",
      status: "successful",
      bank_ref: "250908912345",
      paid_at: "2026-11-19T10:15:30.000Z",
    },
  },
  {
    provider: "moniepoint",
    name: "transfer",
    key: "TRF|2MPT0073|1838496008",
    device: "TestDev24",
    becomes: {
      ...NOBODY,
      amount: "253.00",
      channel: "pos",
      status: "successful",
      bank_ref: "250908912345",
      paid_at: "2024-09-24T08:32:57.916Z",
    },
  },
];

/** A documented sample, paid into a session under a key of its own. */
function paidInto(
  session: SessionData,
  { provider, name, key, account, device }: Sample,
  paymentKey: string,
) {
  return documented(provider, name, {
    [key]: paymentKey,
    ...(account && { [account]: accountOf(session) }),
    ...(device && { [device]: terminalOf(session) }),
  });
}

for (const sample of SAMPLES) {
  const { provider, name } = sample;
  test(`${provider}'s documented ${name} becomes exactly its transaction`, async ({ api, bank }) => {
    const session = await openSession(api);
    const paymentKey = newKey();
    const answer = await bank.post(signed(bank, provider, paidInto(session, sample, paymentKey)));
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

/** Posts a documented sample and sees it acknowledged. */
async function tell(bank: Bank, provider: Named, name: string, changes: Record<string, string>) {
  const answer = await bank.post(signed(bank, provider, documented(provider, name, changes)));
  expect(expectData(answer)).toEqual({});
}

test("a documented cash payment, refusal without an account and airtime sale are acknowledged and counted nowhere", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const [cash, refused, airtime] = [newKey(), newKey(), newKey()];
  const terminal = terminalOf(session);
  await tell(bank, "monnify", "cash", { "MNFY|76|20211117154810|000001": cash });
  await tell(bank, "paystack", "rejected", { "3103959930": refused });
  await tell(bank, "moniepoint", "airtime", {
    "ATP|2MPT0073|183849600858930565120": airtime,
    TestDev24: terminal,
  });
  const found = await exceptionsAbout(cash, refused, airtime);
  expect(found.map(({ payment_key, reason, amount }) => [payment_key, reason, amount]).sort()).toEqual(
    [
      [cash, "unsupported_channel", "78000.00"],
      [refused, "unknown_destination", "300.00"],
    ].sort(),
  );
  expect(await listAll(api, session)).toEqual([]);
  expect(await rowsHolding(airtime), "the notice alone is kept").toBe(1);
});

test("a documented reversal or dispute of a recorded payment is an exception, of an unknown one only kept", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const account = accountOf(session);
  const [charged, sent, unknown] = [newKey(), newKey(), newKey()];
  const nombaKey = "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a";
  await tell(bank, "paystack", "transfer", { "020293904002": charged, "9930000902": account });
  await tell(bank, "nomba", "transfer", { [nombaKey]: sent, "5343270516": account });
  const before = await reconcile(api, session);
  await tell(bank, "paystack", "dispute", { "020293904002": charged });
  await tell(bank, "nomba", "reversal", { [nombaKey]: sent });
  await tell(bank, "paystack", "dispute", { "020293904002": unknown });
  const found = await exceptionsAbout(charged, sent, unknown);
  expect(found.map(({ payment_key, reason }) => [payment_key, reason]).sort()).toEqual(
    [
      [charged, "reversal"],
      [sent, "reversal"],
    ].sort(),
  );
  expect(await reconcile(api, session)).toEqual({ ...before, reconciled_at: expect.any(String) });
  expect(await rowsHolding(unknown)).toBe(1);
});

test("the documented settlements of Monnify and Lenco settle the payments they list", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const account = accountOf(session);
  const [first, second] = [newKey(), newKey()];
  await tell(bank, "monnify", "transfer", { "MNFY|04|20211117112842|000170": first, "6000140770": account });
  await tell(bank, "lenco", "transfer", { "va-txn-1": second, "9930000902": account });
  await tell(bank, "monnify", "settlement", {
    "MNFY|26|20211111142601|000001": first,
    LB8HG1PNZT4ATJGZXQBY: newKey(),
  });
  await tell(bank, "lenco", "settled", { "va-txn-1": second, "9930000902": account });
  expect(await settlementOf(api, session)).toMatchObject({
    total_settled: "8000.00",
    by_date: {
      "2021-11-11": { count: 1, total: "3000.00" },
      "2026-11-20": { count: 1, total: "5000.00" },
    },
  });
});

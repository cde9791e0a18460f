// Guarantee: a payment belongs to the operator who was assigned to its terminal when it was paid, also if the assignment is entered later (§4.6).

import {
  type Api,
  type Bank,
  createSession,
  expect,
  expectData,
  type OperatorData,
  type SessionData,
  type TransactionData,
  takings,
  test,
} from "../fixtures";
import { getReconciliation, terminalOf, verifySession } from "../ledger-queries";

/** A time on the day of the event. */
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;

async function addOperator(api: Api, session: SessionData, name: string): Promise<OperatorData> {
  return expectData(await api.post(`/v1/sessions/${session.session_id}/operators`, { name }), 201);
}

interface Shift {
  terminal: string;
  operator: OperatorData;
  from?: string;
  to?: string;
}

function assign({ terminal, operator, from, to }: Shift): Promise<{ moved: number }> {
  const times = [...(from ? ["--from", from] : []), ...(to ? ["--to", to] : [])];
  return takings("operators", "assign", "--terminal", terminal, "--operator", operator.id, ...times);
}

/** Returns the amounts of an operator's payments in whole naira, most recent first. */
async function takenBy(api: Api, session: SessionData, operator: OperatorData): Promise<number[]> {
  const path = `/v1/sessions/${session.session_id}/operators/${operator.id}/transactions`;
  return expectData<TransactionData[]>(await api.get(path)).map(({ amount }) => Number(amount));
}

const tapAt = (
  bank: Bank,
  session: SessionData,
  clock: string,
  naira: number,
  device = terminalOf(session),
) => bank.tap(session, { paidAt: new Date(at(clock)), amount: BigInt(naira) * 100n, device });

test("an operator has the terminal's payments from the first moment of the assignment up to its end, exclusive", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const ada = await addOperator(api, session, "Ada");
  const terminal = terminalOf(session);
  expect(await assign({ terminal, operator: ada, from: at("10:00"), to: at("12:00") })).toMatchObject({
    moved: 0,
  });
  await tapAt(bank, session, "09:59", 1);
  await tapAt(bank, session, "10:00", 2);
  await tapAt(bank, session, "11:59", 3);
  await tapAt(bank, session, "12:00", 4);
  await tapAt(bank, session, "11:00", 5, terminalOf(session, 2));
  await bank.transfer(session, { paidAt: new Date(at("11:00")), amount: 600n });
  expect(await takenBy(api, session, ada)).toEqual([3, 2]);
  expect(await verifySession(session)).toEqual([]);
});

test("a hand-over entered afterwards moves payments and keeps the sums", async ({ api, bank }) => {
  const session = await createSession(api);
  const [ada, bola] = [await addOperator(api, session, "Ada"), await addOperator(api, session, "Bola")];
  const terminal = terminalOf(session);
  for (const [clock, naira] of [
    ["09:00", 1],
    ["10:30", 2],
    ["11:30", 4],
    ["13:00", 8],
  ] as const)
    await tapAt(bank, session, clock, naira);
  await bank.tap(session, { paidAt: new Date(at("11:40")), status: "failed", amount: 1600n });
  const sums = await getReconciliation(api, session);

  expect(await assign({ terminal, operator: ada, from: at("08:00") })).toMatchObject({ moved: 5 });
  expect(await takenBy(api, session, ada)).toEqual([16, 8, 4, 2, 1]);
  expect(await assign({ terminal, operator: bola, from: at("11:00"), to: at("12:00") })).toMatchObject({
    moved: 2,
  });
  expect(await takenBy(api, session, ada)).toEqual([8, 2, 1]);
  expect(await takenBy(api, session, bola)).toEqual([16, 4]);
  // Bola's hour splits Ada's day in two; new payments belong to the operator at their time.
  await tapAt(bank, session, "11:15", 32);
  await tapAt(bank, session, "12:15", 64);
  expect(await takenBy(api, session, ada)).toEqual([64, 8, 2, 1]);
  expect(await takenBy(api, session, bola)).toEqual([32, 16, 4]);
  expect(await assign({ terminal, operator: ada, from: at("07:00") }), "all of it again").toMatchObject({
    moved: 3,
  });
  expect(await takenBy(api, session, bola)).toEqual([]);
  const later = await getReconciliation(api, session);
  expect(Number(later.total_inflow) - Number(sums.total_inflow)).toBe(96);
  expect(await verifySession(session)).toEqual([]);
});

test("without a time, an assignment begins with the next payments", async ({ api, bank }) => {
  const session = await createSession(api);
  const ada = await addOperator(api, session, "Ada");
  await bank.tap(session, { paidAt: new Date(Date.now() - 60_000), amount: 100n });
  await assign({ terminal: terminalOf(session), operator: ada });
  await bank.tap(session, { paidAt: new Date(Date.now() + 2_000), amount: 200n });
  expect(await takenBy(api, session, ada)).toEqual([2]);
});

test("an operator is refused on another session's terminal, and an interval that ends before it begins is refused", async ({
  api,
}) => {
  const [session, other] = [await createSession(api), await createSession(api)];
  const ada = await addOperator(api, session, "Ada");
  const mistakes: Shift[] = [
    { terminal: terminalOf(other), operator: ada },
    { terminal: "pos_0000000000_001", operator: ada },
    { terminal: terminalOf(session), operator: ada, from: at("12:00"), to: at("12:00") },
  ];
  for (const mistake of mistakes) await expect(assign(mistake)).rejects.toThrow();
  expect(await verifySession(session)).toEqual([]);
});

test("payments recorded in parallel with assignment changes end with the operator at their time", async ({
  api,
  bank,
}) => {
  test.slow();
  const session = await createSession(api);
  const [ada, bola] = [await addOperator(api, session, "Ada"), await addOperator(api, session, "Bola")];
  const terminal = terminalOf(session);
  let isChanging = true;
  const changing = (async () => {
    await assign({ terminal, operator: ada, from: at("08:00") });
    await assign({ terminal, operator: bola, from: at("10:00"), to: at("11:00") });
    isChanging = false;
  })();
  let paid = 0;
  while (isChanging) {
    const clocks = ["09:30", "10:30", "11:30"];
    await Promise.all(clocks.map((clock) => tapAt(bank, session, clock, 1)));
    paid += clocks.length;
  }
  await changing;
  expect(await takenBy(api, session, bola)).toHaveLength(paid / 3);
  expect(await takenBy(api, session, ada)).toHaveLength((paid / 3) * 2);
  expect(await verifySession(session)).toEqual([]);
});

test("an operator's payments are listed as in the transaction list, all of them, however many", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const ada = await addOperator(api, session, "Ada");
  await assign({ terminal: terminalOf(session), operator: ada, from: at("10:00") });
  await Promise.all(Array.from({ length: 60 }, (_, minute) => tapAt(bank, session, "11:00", minute + 1)));
  const path = `/v1/sessions/${session.session_id}/operators/${ada.id}/transactions`;
  const taken = expectData<TransactionData[]>(await api.get(path));
  const listed = await api.get(`/v1/transactions?session_id=${session.session_id}&limit=100`);
  expect(taken).toHaveLength(60);
  expect(taken).toEqual(expectData<TransactionData[]>(listed));
});

test("an operator assigned within a second has the payments of that second, also if the payment comes first", async ({
  api,
  bank,
}) => {
  for (const isPaidFirst of [false, true]) {
    const session = await createSession(api);
    const [ada, bola] = [await addOperator(api, session, "Ada"), await addOperator(api, session, "Bola")];
    const terminal = terminalOf(session);
    await assign({ terminal, operator: ada, from: at("09:00") });
    const pay = async () => {
      for (const [second, naira] of [
        ["18", 1],
        ["19", 2],
        ["20", 4],
      ] as const) {
        const paidAt = new Date(`2026-11-20T10:00:${second}.000Z`);
        await bank.tap(session, { paidAt, amount: BigInt(naira) * 100n });
      }
    };
    const handOver = () => assign({ terminal, operator: bola, from: "2026-11-20T10:00:19.638Z" });
    for (const step of isPaidFirst ? [pay, handOver] : [handOver, pay]) await step();
    expect(await takenBy(api, session, bola)).toEqual([4, 2]);
    expect(await takenBy(api, session, ada)).toEqual([1]);
    expect(await verifySession(session)).toEqual([]);
  }
});

test("if a bank dates payments by milliseconds, an operator has none before the moment of the assignment", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const ada = await addOperator(api, session, "Ada");
  await assign({ terminal: terminalOf(session), operator: ada, from: "2026-11-20T10:00:19.638Z" });
  for (const [millisecond, naira] of [
    ["637", 1],
    ["638", 2],
    ["639", 4],
  ] as const) {
    const paidAt = new Date(`2026-11-20T10:00:19.${millisecond}Z`);
    await bank.tap(session, { provider: "lenco", paidAt, amount: BigInt(naira) * 100n });
  }
  expect(await takenBy(api, session, ada)).toEqual([4, 2]);
  expect(await verifySession(session)).toEqual([]);
});

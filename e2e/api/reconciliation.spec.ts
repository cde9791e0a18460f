// Guarantee: every figure of the reconciliation is the exact sum of the transactions, also under parallel payments (§2.6, §4.11).

import { lencoTransfer, newKey } from "../bank-samples";
import {
  type Answer,
  createSession,
  expect,
  expectData,
  expectMembers,
  type SessionData,
  TIMESTAMP,
  type TransactionData,
  takings,
  test,
} from "../fixtures";
import {
  accountOf,
  formatNaira,
  getActivity,
  getReconciliation,
  listAll,
  parseKobo,
  terminalOf,
  verifySession,
  withDatabase,
} from "../ledger-queries";

test("a session without a payment has zero figures in the shape of the specification", async ({ api }) => {
  const session = await createSession(api);
  const sums = await getReconciliation(api, session);
  expect(sums).toEqual({
    session_id: session.session_id,
    total_inflow: "0.00",
    transaction_count: 0,
    successful_count: 0,
    pending_count: 0,
    failed_count: 0,
    by_channel: {},
    by_terminal: {},
    reconciled_at: expect.stringMatching(TIMESTAMP),
  });
  expect(Math.abs(Date.parse(sums.reconciled_at) - Date.now())).toBeLessThan(10_000);
});

test("only successful payments are in totals; a channel or terminal appears with its first one", async ({
  api,
  bank,
}) => {
  const session = await createSession(api, { collection: { account: true, pos: true, pos_count: 3 } });
  const [first, second] = [terminalOf(session, 1), terminalOf(session, 2)];
  const pending = { paymentKey: newKey(), account: accountOf(session), status: "pending" };
  expectData(await bank.post(lencoTransfer(bank, pending)));
  await bank.transfer(session, { status: "failed" });
  await bank.tap(session, { device: second, status: "failed" });
  expect(await getReconciliation(api, session)).toMatchObject({
    total_inflow: "0.00",
    transaction_count: 3,
    pending_count: 1,
    failed_count: 2,
    by_channel: {},
    by_terminal: {},
  });

  await bank.tap(session, { device: first, amount: 1n });
  await bank.tap(session, { device: first, amount: 250_050n });
  await bank.transfer(session, { amount: 1_000n });
  const sums = await getReconciliation(api, session);
  expect(sums).toMatchObject({
    total_inflow: "2510.51",
    transaction_count: 6,
    successful_count: 3,
    pending_count: 1,
    failed_count: 2,
  });
  expect(sums.by_channel).toEqual({
    bank_transfer: { count: 1, total: "10.00" },
    pos: { count: 2, total: "2500.51" },
  });
  expect(sums.by_terminal).toEqual({ [first]: { count: 2, total: "2500.51" } });
});

test("a transfer is on no terminal, even if its notification names a device", async ({ api, bank }) => {
  const session = await createSession(api);
  await bank.transfer(session, { device: terminalOf(session) });
  expect(await getReconciliation(api, session)).toMatchObject({
    by_channel: { bank_transfer: { count: 1, total: "12500.50" } },
    by_terminal: {},
  });
});

test("sums are exact beyond the precision of floating point", async ({ api, bank }) => {
  const session = await createSession(api);
  const amounts = ["90071992547409.93", "0.01", "0.02", "99999999999999.99", "0.10", "0.20"];
  for (const amount of amounts) {
    const payment = { paymentKey: newKey(), account: accountOf(session), amount };
    expectData(await bank.post(lencoTransfer(bank, payment)));
  }
  const total = formatNaira(amounts.reduce((sum, amount) => sum + parseKobo(amount), 0n));
  expect(total).toBe("190071992547410.25");
  const sums = await getReconciliation(api, session);
  expect(sums.total_inflow).toBe(total);
  expect(sums.by_channel).toEqual({ bank_transfer: { count: 6, total } });
  expect((await listAll(api, session)).map(({ amount }) => amount)).toEqual([...amounts].reverse());
});

/** The reconciliation that the test computes from the payments that it sent. */
function ownSums(paid: { amount: bigint; status: string; channel: string; device: string }[]) {
  const successful = paid.filter(({ status }) => status === "successful");
  const volume = (of: typeof paid) => ({
    count: of.length,
    total: formatNaira(of.reduce((sum, { amount }) => sum + amount, 0n)),
  });
  const by = (keyOf: (one: (typeof paid)[number]) => string) => {
    const keys = [...new Set(successful.map(keyOf).filter(Boolean))];
    return Object.fromEntries(
      keys.map((key) => [key, volume(successful.filter((one) => keyOf(one) === key))]),
    );
  };
  return {
    total_inflow: volume(successful).total,
    transaction_count: paid.length,
    successful_count: successful.length,
    pending_count: 0,
    failed_count: paid.length - successful.length,
    by_channel: by(({ channel }) => channel),
    by_terminal: by(({ device }) => device),
  };
}

async function expectOwnSums(
  { session, listed }: { session: SessionData; listed: TransactionData[] },
  sums: Awaited<ReturnType<typeof getReconciliation>>,
) {
  const { session_id, reconciled_at: _, ...figures } = sums;
  expect(session_id).toBe(session.session_id);
  const inflow = listed
    .filter(({ status }) => status === "successful")
    .reduce((sum, { amount }) => sum + parseKobo(amount), 0n);
  expect(figures.total_inflow).toBe(formatNaira(inflow));
  return figures;
}

test("two hundred parallel payments over five terminals add up to what was sent, to the kobo", async ({
  api,
  bank,
}) => {
  const session = await createSession(api, { collection: { account: true, pos: true, pos_count: 5 } });
  const paid = Array.from({ length: 200 }, (_, index) => ({
    channel: index % 4 === 0 ? ("bank_transfer" as const) : ("pos" as const),
    device: index % 4 === 0 ? "" : terminalOf(session, 1 + (index % 5)),
    amount: BigInt(1 + ((index * 7_919) % 1_000_003)),
    status: index % 9 === 0 ? ("failed" as const) : ("successful" as const),
  }));
  await Promise.all(paid.map((one) => bank.pay({ ...one, account: one.device ? "" : accountOf(session) })));
  const listed = await listAll(api, session);
  const figures = await expectOwnSums({ session, listed }, await getReconciliation(api, session));
  expect(figures).toEqual(ownSums(paid));
  for (const { terminal_id } of session.pos_terminals) {
    const own = paid.filter(({ device }) => device === terminal_id);
    const { summary, transactions } = await getActivity(api, session, terminal_id);
    expect(transactions).toHaveLength(own.length);
    expect(summary).toEqual({
      transaction_count: own.length,
      total_volume: ownSums(own).total_inflow,
    });
  }
  expect(await verifySession(session)).toEqual([]);
});

test("figures read while payments arrive are consistent with each other", async ({ api, bank }) => {
  const session = await createSession(api);
  let isPaying = true;
  const paying = Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0
        ? bank.transfer(session, { amount: 100n })
        : bank.tap(session, { amount: 100n, device: terminalOf(session, 1 + (index % 2)) }),
    ),
  ).finally(() => {
    isPaying = false;
  });
  while (isPaying) {
    const sums = await getReconciliation(api, session);
    const channels = Object.values(sums.by_channel);
    expect(sums.total_inflow).toBe(formatNaira(BigInt(sums.successful_count) * 100n));
    expect(channels.reduce((sum, { count }) => sum + count, 0)).toBe(sums.successful_count);
  }
  await paying;
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 100,
    total_inflow: "100.00",
  });
});

test("verify finds a total that was tampered with, states the right one, and passes when it is restored", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  await bank.transfer(session, { amount: 500n });
  const verify = () => takings("verify", "--session", session.session_id);
  expect(await verify()).toEqual({ sessions: 1, differences: [] });
  const shift = (by: number) =>
    withDatabase(
      (sql) =>
        sql`update session_totals set amount = amount + ${by} where session_id = ${session.session_id}`,
    );
  await shift(1);
  try {
    await expect(verify(), "it exits with 1").rejects.toMatchObject({ code: 1 });
    const differences = await verifySession(session);
    expect(differences).toHaveLength(1);
    expectMembers(differences[0], ["session_id", "what", "kept", "derived"]);
    expect(differences[0]).toMatchObject({
      kept: expect.stringContaining("501 kobo"),
      derived: expect.stringContaining("500 kobo"),
    });
  } finally {
    await shift(-1);
  }
  expect(await verify()).toEqual({ sessions: 1, differences: [] });
});

test("a summary's ETag is the session's version, which grows with every change", async ({ api, bank }) => {
  const session = await createSession(api);
  const read = () => api.get(`/v1/reconciliation/${session.session_id}`);
  const [first, again] = [await read(), await read()];
  // Weak: `reconciled_at` is the time of the request.
  expect(first.headers.etag).toMatch(/^W\/"\d+"$/);
  expect(again.headers.etag).toBe(first.headers.etag);
  await bank.transfer(session);
  const after = await read();
  const versionOf = ({ headers }: Answer) => Number(/\d+/.exec(String(headers.etag))?.[0]);
  expect(versionOf(after)).toBe(versionOf(first) + 1);
});

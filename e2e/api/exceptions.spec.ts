// Guarantee: money that cannot be recorded is acknowledged, stored completely, in no total, and opens an exception (§1, §2.5).

import { lencoTransfer, newKey, readSample, signNotification } from "../bank-samples";
import { createApi, createPlatform, createSession, expect, expectData, takings, test } from "../fixtures";
import { accountOf, getReconciliation, listAll, listExceptions, terminalOf } from "../ledger-queries";

test("a payment to a closed session, an unknown account or an unknown device is acknowledged, in no total, and an exception", async ({
  api,
  bank,
}) => {
  const [open, closed] = [await createSession(api), await createSession(api)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed, { paidAt: new Date("2020-01-01T00:00:00Z") });
  const lateTap = await bank.tap(closed);
  const unknownAccount = await bank.pay({ account: "0000000000" });
  const unassignedTap = await bank.pay({ channel: "pos", device: "NOBODY-HAS-THIS" });
  const found = await listExceptions(
    ...[late, lateTap, unknownAccount, unassignedTap].map(({ paymentKey }) => paymentKey),
  );
  const of = (payment: { paymentKey: string }) =>
    found.filter(({ payment_key }) => payment_key === payment.paymentKey);
  for (const payment of [late, lateTap]) {
    expect(of(payment)).toMatchObject([
      { reason: "session_closed", session_id: closed.session_id, amount: "12500.50", resolved_at: null },
    ]);
  }
  for (const payment of [unknownAccount, unassignedTap]) {
    expect(of(payment)).toMatchObject([
      { reason: "unknown_destination", session_id: null, organisation_id: null, resolved_at: null },
    ]);
  }
  for (const session of [open, closed]) {
    expect(await getReconciliation(api, session)).toMatchObject({
      transaction_count: 0,
      total_inflow: "0.00",
    });
  }
});

test("a payment of another channel or currency is acknowledged, in no total, and an exception of its session", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [card, ussd, dollars] = [newKey(), newKey(), newKey()];
  const account = accountOf(session);
  for (const [paymentKey, channel] of [
    [card, "card"],
    [ussd, "ussd"],
  ] as const) {
    const body = readSample("paystack", "transfer", {
      "020293904002": paymentKey,
      "9930000902": account,
      '"channel":"dedicated_nuban","currency"': `"channel":"${channel}","currency"`,
    });
    expect(expectData(await bank.post(signNotification(bank, "paystack", body)))).toEqual({});
  }
  expectData(await bank.post(lencoTransfer(bank, { paymentKey: dollars, account, currency: "usd" })));
  expect(await listAll(api, session)).toEqual([]);
  const found = await listExceptions(card, ussd, dollars);
  const { session_id } = session;
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ payment_key: card, reason: "unsupported_channel", session_id }),
      expect.objectContaining({ payment_key: ussd, reason: "unsupported_channel", session_id }),
      expect.objectContaining({ payment_key: dollars, reason: "unsupported_currency", session_id }),
    ]),
  );
});

test("a payment that cannot be recorded is one exception, even if it is repeated in parallel", async ({
  bank,
}) => {
  const notification = bank.compose(bank.credit({ account: "0000000000" }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => bank.post(notification)));
  for (const answer of answers) expect(expectData(answer)).toEqual({});
  const { paymentKey, ...payment } = bank.credit({ account: "0000000000" });
  for (const amount of [100n, 100n, 200n]) await bank.pay({ ...payment, paymentKey, amount });
  const unknownPaymentKey = JSON.parse(notification.body).data.transaction.transactionId;
  const found = await listExceptions(unknownPaymentKey, paymentKey);
  expect(found.filter(({ payment_key }) => payment_key === unknownPaymentKey)).toHaveLength(1);
  expect(
    found
      .filter(({ payment_key }) => payment_key === paymentKey)
      .map(({ amount }) => amount)
      .sort(),
    "another amount opens another exception",
  ).toEqual(["1.00", "2.00"]);
});

test("an exception assigned to an open session is recorded there, with its event, once", async ({
  api,
  bank,
  receiver,
}) => {
  const [closed, open] = [await createSession(api), await createSession(api, { webhook_url: receiver.url })];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed, { narration: "came late" });
  const [exception] = await listExceptions(late.paymentKey);
  const assign = () =>
    takings<{ transaction_id: string }>(
      "exceptions",
      "assign",
      "--exception",
      exception?.id ?? "",
      "--session",
      open.session_id,
    );
  const { transaction_id } = await assign();
  expect(await listAll(api, open)).toMatchObject([
    { id: transaction_id, amount: "12500.50", status: "successful", narration: "came late" },
  ]);
  expect(await getReconciliation(api, open)).toMatchObject({
    total_inflow: "12500.50",
    transaction_count: 1,
  });
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body.toString()).data.id))
    .toEqual([transaction_id]);
  expect(await listExceptions(late.paymentKey)).toMatchObject([
    { resolution: "assigned", session_id: open.session_id, resolved_at: expect.any(String) },
  ]);
  await expect(assign(), "a resolved exception cannot be assigned").rejects.toThrow();
  await bank.pay(late);
  expect(await listAll(api, open), "a repeated notification records nothing").toHaveLength(1);
  expect(await listAll(api, closed)).toEqual([]);
});

test("an unassigned POS payment that is assigned to a session counts in its total and its channel, and has no terminal", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const unpairedTap = await bank.pay({ channel: "pos", device: newKey() });
  const [exception] = await listExceptions(unpairedTap.paymentKey);
  await takings("exceptions", "assign", "--exception", exception?.id ?? "", "--session", session.session_id);
  expect(await getReconciliation(api, session)).toMatchObject({
    by_channel: { pos: { count: 1, total: "12500.50" } },
    by_terminal: {},
  });
});

test("an exception cannot be assigned to a closed, foreign or unknown session", async ({
  api,
  bank,
  otherApi,
}) => {
  const [closed, rivals] = [await createSession(api), await createSession(otherApi)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed);
  const [exception] = await listExceptions(late.paymentKey);
  for (const target of [closed.session_id, rivals.session_id, "ses_00000000000000000000000000"]) {
    await expect(
      takings("exceptions", "assign", "--exception", exception?.id ?? "", "--session", target),
    ).rejects.toThrow();
  }
  expect(await listAll(otherApi, rivals)).toEqual([]);
  expect(await listExceptions(late.paymentKey)).toMatchObject([{ resolved_at: null }]);
});

test("an organisation's list of exceptions has only its own, without those that were dismissed", async ({
  bank,
  baseURL,
}) => {
  const { apiKey, organisation } = await createPlatform();
  const own = createApi(baseURL ?? "", apiKey);
  const session = await createSession(own);
  expectData(await own.patch(`/v1/sessions/${session.session_id}/close`));
  const late = await bank.tap(session, { device: terminalOf(session, 2) });
  await bank.pay({ account: "0000000000" });
  const list = () =>
    takings<{ id: string; payment_key: string }[]>("exceptions", "list", "--organisation", organisation);
  const [exception, ...others] = await list();
  expect([exception?.payment_key, others]).toEqual([late.paymentKey, []]);
  await takings(
    "exceptions",
    "note",
    "--exception",
    exception?.id ?? "",
    "--note",
    "Sent back.",
    "--to-return",
  );
  expect(await list()).toEqual([]);
});

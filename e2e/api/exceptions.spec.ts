// Guarantee: money that cannot be recorded is acknowledged, kept whole, in no total, and waits for a person (§1, §2.5).

import { documented, lencoTransfer, newKey, signed } from "../bank-samples";
import { apiOf, expect, expectData, newPlatform, openSession, takings, test } from "../fixtures";
import { accountOf, exceptionsAbout, listAll, reconcile, terminalOf } from "../ledger-queries";

test("a payment to a closed session, an unknown account or an unknown device is acknowledged, in no total, and an exception", async ({
  api,
  bank,
}) => {
  const [open, closed] = [await openSession(api), await openSession(api)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed, { paidAt: new Date("2020-01-01T00:00:00Z") });
  const lateTap = await bank.tap(closed);
  const stray = await bank.pay({ account: "0000000000" });
  const strayTap = await bank.pay({ channel: "pos", device: "NOBODY-HAS-THIS" });
  const found = await exceptionsAbout(
    ...[late, lateTap, stray, strayTap].map(({ paymentKey }) => paymentKey),
  );
  const of = (payment: { paymentKey: string }) =>
    found.filter(({ payment_key }) => payment_key === payment.paymentKey);
  for (const payment of [late, lateTap]) {
    expect(of(payment)).toMatchObject([
      { reason: "session_closed", session_id: closed.session_id, amount: "12500.50", resolved_at: null },
    ]);
  }
  for (const payment of [stray, strayTap]) {
    expect(of(payment)).toMatchObject([
      { reason: "unknown_destination", session_id: null, organisation_id: null, resolved_at: null },
    ]);
  }
  for (const session of [open, closed]) {
    expect(await reconcile(api, session)).toMatchObject({ transaction_count: 0, total_inflow: "0.00" });
  }
});

test("a payment of another channel or currency is acknowledged, in no total, and an exception of its session", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const [card, ussd, dollars] = [newKey(), newKey(), newKey()];
  const account = accountOf(session);
  for (const [paymentKey, channel] of [
    [card, "card"],
    [ussd, "ussd"],
  ] as const) {
    const body = documented("paystack", "transfer", {
      "020293904002": paymentKey,
      "9930000902": account,
      '"channel":"dedicated_nuban","currency"': `"channel":"${channel}","currency"`,
    });
    expect(expectData(await bank.post(signed(bank, "paystack", body)))).toEqual({});
  }
  expectData(await bank.post(lencoTransfer(bank, { paymentKey: dollars, account, currency: "usd" })));
  expect(await listAll(api, session)).toEqual([]);
  const found = await exceptionsAbout(card, ussd, dollars);
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

test("what cannot be recorded is one exception however often it comes, also at once", async ({ bank }) => {
  const notice = bank.compose(bank.credit({ account: "0000000000" }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => bank.post(notice)));
  for (const answer of answers) expect(expectData(answer)).toEqual({});
  const { paymentKey, ...stray } = bank.credit({ account: "0000000000" });
  for (const amount of [100n, 100n, 200n]) await bank.pay({ ...stray, paymentKey, amount });
  const keyOfNotice = JSON.parse(notice.body).data.transaction.transactionId;
  const found = await exceptionsAbout(keyOfNotice, paymentKey);
  expect(found.filter(({ payment_key }) => payment_key === keyOfNotice)).toHaveLength(1);
  expect(
    found
      .filter(({ payment_key }) => payment_key === paymentKey)
      .map(({ amount }) => amount)
      .sort(),
    "another amount is another thing to look at",
  ).toEqual(["1.00", "2.00"]);
});

test("an exception assigned to an open session is recorded there, with its event, once", async ({
  api,
  bank,
  receiver,
}) => {
  const [closed, open] = [await openSession(api), await openSession(api, { webhook_url: receiver.url })];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed, { narration: "came late" });
  const [exception] = await exceptionsAbout(late.paymentKey);
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
  expect(await reconcile(api, open)).toMatchObject({ total_inflow: "12500.50", transaction_count: 1 });
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body.toString()).data.id))
    .toEqual([transaction_id]);
  expect(await exceptionsAbout(late.paymentKey)).toMatchObject([
    { resolution: "assigned", session_id: open.session_id, resolved_at: expect.any(String) },
  ]);
  await expect(assign(), "it is resolved").rejects.toThrow();
  await bank.pay(late);
  expect(await listAll(api, open), "the bank's repeat is a repeat, or a conflict").toHaveLength(1);
  expect(await listAll(api, closed)).toEqual([]);
});

test("a stray POS payment assigned to a session counts in its total and its channel, on no terminal", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const stray = await bank.pay({ channel: "pos", device: newKey() });
  const [exception] = await exceptionsAbout(stray.paymentKey);
  await takings("exceptions", "assign", "--exception", exception?.id ?? "", "--session", session.session_id);
  expect(await reconcile(api, session)).toMatchObject({
    by_channel: { pos: { count: 1, total: "12500.50" } },
    by_terminal: {},
  });
});

test("an exception is not assigned to a closed session, to another organisation's, nor to none", async ({
  api,
  bank,
  rivalApi,
}) => {
  const [closed, rivals] = [await openSession(api), await openSession(rivalApi)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed);
  const [exception] = await exceptionsAbout(late.paymentKey);
  for (const target of [closed.session_id, rivals.session_id, "ses_00000000000000000000000000"]) {
    await expect(
      takings("exceptions", "assign", "--exception", exception?.id ?? "", "--session", target),
    ).rejects.toThrow();
  }
  expect(await listAll(rivalApi, rivals)).toEqual([]);
  expect(await exceptionsAbout(late.paymentKey)).toMatchObject([{ resolved_at: null }]);
});

test("an organisation's list of exceptions holds its own alone, and a noted one leaves it", async ({
  bank,
  baseURL,
}) => {
  const { apiKey, organisation } = await newPlatform();
  const own = apiOf(baseURL ?? "", apiKey);
  const session = await openSession(own);
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

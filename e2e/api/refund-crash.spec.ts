// Guarantee: the bank makes a refund exactly once, also if every process is killed before its answer arrives.
import { expect, test } from "../fixtures";
import { accountOf, withDatabase } from "../ledger-queries";
import { openNight } from "../night/deployment";
import { approveRefund, requestRefund, signInStaff } from "../night/returns";
import { deliver, notificationOf } from "../night/traffic";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

const REFUND_ROUTES = { paystack: "POST /refund", monnify: "POST /api/v1/refunds/initiate-refund" };
/** The banks answer after this time, which is long enough to kill the processes before; a call ends after ten seconds. */
const ANSWER_AFTER_MS = 9_000;
/** Longer than a pass over the refunds that are due, and the bank's answer. */
const FOUND_TIMEOUT_MS = 60_000;

test("a refund that two killed processes had sent is found at the bank, and made once", async () => {
  test.setTimeout(240_000);
  const night = await openNight({ catchUpSeconds: 300 });
  try {
    const staff = await signInStaff(night);
    const refunded = await Promise.all(
      night.banks.flatMap(({ provider, ...bank }) => {
        const members = [...staff].find(([{ provider: name }]) => name === provider)?.[1];
        const session = bank.sessions[0];
        if (provider === "nomba" || !members || !session) return [];
        const payment = bank.emulator.ledger.pay(accountOf(session), 500_000n);
        const one = {
          bank: { provider, ...bank },
          sessionId: session.session_id,
          payment,
          isShop: false,
          isLost: false,
        };
        const request = async () => {
          await deliver(night, one.bank, notificationOf(one));
          const refund = await requestRefund(night, one, members, 200_000n);
          return { ...refund, members, emulator: bank.emulator, route: REFUND_ROUTES[provider] };
        };
        return [request()];
      }),
    );
    expect(refunded).toHaveLength(2);
    for (const { emulator, route } of refunded) emulator.delay(ANSWER_AFTER_MS, route);
    await Promise.all(refunded.map(({ members, id }) => approveRefund(members, id)));
    for (const { emulator } of refunded)
      await expect.poll(() => emulator.ledger.refunds.length, { intervals: [10], timeout: 30_000 }).toBe(1);
    const sent = refunded.map(({ emulator, route }) => emulator.count(route));
    await night.restartBoth();

    const state = (id: string) =>
      withDatabase(async (sql) => {
        const [row] = await sql<{ state: string }[]>`select state from refunds where id = ${id}`;
        return row?.state;
      }, night.dataDir);
    for (const { id, press, emulator } of refunded) {
      expect(await state(id)).toBe("sending");
      emulator.delay(0);
      expect((await press()).id).toBe(id);
      emulator.ledger.completeRefunds(new Date());
    }
    // The lease of the killed processes expires after two minutes; here at once.
    await withDatabase(
      (sql) => sql`update refunds set due_at = now() - interval '1 second' where state = 'sending'`,
      night.dataDir,
    );
    for (const { id, emulator } of refunded) {
      await expect.poll(() => state(id), { timeout: FOUND_TIMEOUT_MS }).toBe("completed");
      expect(emulator.ledger.refunds).toMatchObject([{ amount: 200_000n, status: "completed" }]);
    }
    expect(
      refunded.map(({ emulator, route }) => emulator.count(route)),
      "found, not sent again",
    ).toEqual(sent);
  } finally {
    await night.close();
  }
});

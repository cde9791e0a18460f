import { type Browser, expect } from "@playwright/test";
import { composeSettlement } from "@/lib/bank/testing/emulators/notifications";
import { formatNaira as formatShown } from "@/lib/core/format/naira";
import { expectData, type SessionData } from "../http-client";
import { accountOf, formatNaira, getReconciliation, getSettlement, withDatabase } from "../ledger-queries";
import type { Night, NightBank } from "./deployment";
import { signInMember } from "./member";
import type { Returned } from "./returns";
import { deliver, type NightPayment, notificationOf } from "./traffic";

/** Longer than the wait after a refused or failed reading of a list. */
const SETTLE_TIMEOUT_MS = 300_000;

interface Refunds {
  state: string;
  count: number;
}

/**
 * Asserts that each bank's own list, the recorded payments, the API and the dashboard agree to the kobo, that every refund and
 * settlement is in place, that the notifications that were lost change nothing when they come, and that `verify` finds no
 * difference. Returns a summary.
 */
export async function expectAgreement(
  night: Night,
  { payments, returned, browser }: { payments: NightPayment[]; returned: Returned; browser: Browser },
): Promise<string> {
  const events = night.banks.flatMap((bank) => bank.sessions.map((session) => ({ bank, session })));
  for (const event of events) await expectInflow(event);
  for (const { bank, session } of events) await expectRecordedOnce(night, bank, session);
  const lost = payments.filter(({ isLost }) => isLost);
  await Promise.all(lost.map((one) => deliver(night, one.bank, notificationOf(one))));
  for (const event of events) await expectInflow(event);
  await expectUnrelated(night, payments);
  await expectRefunds(night);
  await settle(night);
  for (const event of events) await expectSettled(event);
  await expectDashboard(night, returned, browser);
  expect(await night.command<{ differences: unknown[] }>("verify")).toMatchObject({ differences: [] });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  for (const read of await night.command<{ found: number }[]>("catch-up", "--from", from))
    expect(read).toMatchObject({ found: 0 });
  const own = payments.filter(({ isShop }) => !isShop);
  const total = own.reduce((sum, { payment }) => sum + payment.amount, 0n);
  const back = [...returned.values()].reduce((sum, amount) => sum + amount, 0n);
  return `${formatNaira(total)} in, ${formatNaira(back)} back, ${payments.length - own.length} unrelated, ${lost.length} notifications lost, 0 payments missing, 0 doubled`;
}

interface Event {
  bank: NightBank;
  session: SessionData;
}

const paidInto = ({ emulator }: NightBank, account: string) =>
  emulator.ledger.payments.filter((payment) => payment.account === account);

/** What the bank's own list has for an event. */
function listed({ bank, session }: Event) {
  const payments = paidInto(bank, accountOf(session));
  const total = formatNaira(payments.reduce((sum, { amount }) => sum + amount, 0n));
  return { total, count: payments.length };
}

async function expectInflow(event: Event): Promise<void> {
  const { total, count } = listed(event);
  const read = async () => {
    const sums = await getReconciliation(event.bank.api, event.session).catch(() => undefined);
    return sums && [sums.total_inflow, sums.successful_count, sums.pending_count, sums.failed_count];
  };
  await expect
    .poll(read, { intervals: [1_000], timeout: SETTLE_TIMEOUT_MS, message: event.bank.organisation })
    .toEqual([total, count, 0, 0]);
}

async function expectRecordedOnce(night: Night, bank: NightBank, session: SessionData): Promise<void> {
  const rows = await withDatabase(
    (sql) => sql<{ payment_key: string; amount: string }[]>`
      select payment_key, amount::text from transactions where session_id = ${session.session_id} order by payment_key`,
    night.dataDir,
  );
  const expected = paidInto(bank, accountOf(session)).map(({ key, amount }) => `${key} ${amount}`);
  expect(rows.map((row) => `${row.payment_key} ${row.amount}`)).toEqual(expected.toSorted());
}

/** Asserts that the payments of the organisations' other business are stored once, and counted nowhere. */
async function expectUnrelated(night: Night, payments: NightPayment[]): Promise<void> {
  const shop = payments.filter(({ isShop }) => isShop);
  const reported = await withDatabase(
    (sql) => sql<{ key: string }[]>`
      select distinct coalesce(j->'data'->>'reference', j->'eventData'->>'transactionReference') as key
      from unrelated_payments u join bank_notifications n on n.id = u.notification_id,
        lateral (select convert_from(n.body, 'utf8')::jsonb as j) decoded
      where n.adapter_version > 0`,
    night.dataDir,
  );
  expect(reported.map(({ key }) => key).toSorted()).toEqual(
    shop.map(({ payment }) => payment.key).toSorted(),
  );
  const [counted] = await withDatabase(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int from exceptions where correlation_key = any(${shop.map(({ payment }) => payment.key)})`,
    night.dataDir,
  );
  expect(counted).toEqual({ count: 0 });
}

/** Asserts that the bank made each refund that was requested once, and that each is completed. */
async function expectRefunds(night: Night): Promise<void> {
  const read = () =>
    withDatabase(
      (sql) => sql<Refunds[]>`select state, count(*)::int from refunds group by state`,
      night.dataDir,
    );
  // A refund that a bank refused with 429 is requested there again a little later.
  const differ = async () => {
    const made = night.banks.flatMap(({ emulator }) => emulator.ledger.refunds);
    const requested = made.filter(({ reference }) => !reference.startsWith("BANK-"));
    const expected: Refunds[] = [{ state: "completed", count: requested.length }];
    const stored = await read();
    return JSON.stringify(stored) === JSON.stringify(expected) ? "" : JSON.stringify({ stored, expected });
  };
  await expect.poll(differ, { intervals: [1_000], timeout: SETTLE_TIMEOUT_MS }).toBe("");
}

/** Settles every payment at its bank: one notifies, the others are asked. */
async function settle(night: Night): Promise<void> {
  for (const bank of night.banks) {
    const { ledger } = bank.emulator;
    const settlement = ledger.settle();
    const notification = composeSettlement(ledger, settlement, bank.secret);
    if (bank.provider === "monnify" && notification) await deliver(night, bank, notification);
  }
  await night.command("settlements", "fetch");
}

async function expectSettled(event: Event): Promise<void> {
  const { total, count } = listed(event);
  const read = async () => {
    const { total_settled, settled_count, pending_count } = await getSettlement(
      event.bank.api,
      event.session,
    );
    return [total_settled, settled_count, pending_count];
  };
  await expect.poll(read, { intervals: [1_000], timeout: 60_000 }).toEqual([total, count, 0]);
}

/** Asserts that the dashboard shows each event's inflow, and the net after what came back, also on its page. */
async function expectDashboard(night: Night, returned: Returned, browser: Browser): Promise<void> {
  for (const bank of night.banks) {
    const email = `viewer-${bank.provider}@example.com`;
    const { password } = await night.command<{ password: string }>(
      ...["members", "add", "--organisation", bank.organisation, "--email", email],
      ...["--name", "Viewer", "--role", "finance"],
    );
    const member = await signInMember(night.address, { email, password });
    const context = await browser.newContext({
      baseURL: night.address(),
      extraHTTPHeaders: { cookie: member.cookie() },
    });
    const page = await context.newPage();
    for (const session of bank.sessions) {
      const { total } = listed({ bank, session });
      const back = returned.get(session.session_id) ?? 0n;
      const answer = await member.send({
        method: "GET",
        path: `/api/dashboard/sessions/${session.session_id}/reconciliation`,
      });
      const inflow = paidInto(bank, accountOf(session)).reduce((sum, { amount }) => sum + amount, 0n);
      expect(expectData(answer)).toMatchObject({
        total_inflow: total,
        returned_total: formatNaira(back),
        net_total: formatNaira(inflow - back),
      });
      await page.goto(`/events/${session.session_id}/reconciliation`);
      await expect(page.getByRole("row", { name: /^Total / })).toContainText(formatShown(total));
      if (back > 0n)
        await expect(page.getByText(formatShown(formatNaira(inflow - back))).first()).toBeVisible();
    }
    await context.close();
  }
}

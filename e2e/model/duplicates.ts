import { randomBytes } from "node:crypto";
import { expect, openSession } from "../fixtures";
import { accountOf, differencesOf, listAll, reconcile, rowsHolding } from "../ledger-queries";
import { toldTo } from "./orders";
import type { Place } from "./stage";

const CONNECTIONS = 100;

/**
 * Posts so many copies of one notice over a hundred connections and asserts that each is acknowledged, that there is
 * one row of each kind about the payment, and that the receiver was told once.
 */
export async function expectOneRow({ api, bank, receiver }: Place, copies: number): Promise<void> {
  const session = await openSession(api, { webhook_url: receiver.url });
  const mark = `copies-${randomBytes(6).toString("hex")}`;
  const credit = bank.credit({ account: accountOf(session), paymentKey: mark, narration: mark });
  const notice = bank.compose(credit, "lenco");
  const answers: Record<string, number> = {};
  let posted = 0;
  const connection = async () => {
    while (posted++ < copies) {
      const { status, text } = await bank.post(notice);
      answers[`${status} ${text}`] = (answers[`${status} ${text}`] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  expect(answers).toEqual({ '200 {"success":true,"data":{}}': copies });

  const [recorded, ...others] = await listAll(api, session);
  expect(others).toEqual([]);
  expect(await reconcile(api, session)).toMatchObject({ transaction_count: 1, total_inflow: "12500.50" });
  expect(await rowsHolding(mark), "an identity, a transaction, a notice and an event").toBe(4);
  await expect.poll(() => toldTo(receiver)).toEqual([`${recorded?.id} successful`]);
  expect(await differencesOf(session)).toEqual([]);
}

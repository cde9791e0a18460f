import { randomBytes } from "node:crypto";
import { createSession, expect } from "../../fixtures";
import {
  accountOf,
  countRowsContaining,
  getReconciliation,
  listAll,
  verifySession,
} from "../../ledger-queries";
import type { ServiceClients } from "../test-system";
import { listReceivedEvents } from "./status-orders";

const CONNECTIONS = 100;

/**
 * Posts this many copies of one notification over a hundred connections and asserts that each is acknowledged, that
 * each table has one row about the payment, and that the receiver got one event.
 */
export async function expectOneRow({ api, bank, receiver }: ServiceClients, copies: number): Promise<void> {
  const session = await createSession(api, { webhook_url: receiver.url });
  const mark = `copies-${randomBytes(6).toString("hex")}`;
  const credit = bank.credit({ account: accountOf(session), paymentKey: mark, narration: mark });
  const notification = bank.compose(credit, "lenco");
  const answers: Record<string, number> = {};
  let posted = 0;
  const connection = async () => {
    while (posted++ < copies) {
      const { status, text } = await bank.post(notification);
      answers[`${status} ${text}`] = (answers[`${status} ${text}`] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  expect(answers).toEqual({ '200 {"success":true,"data":{}}': copies });

  const [recorded, ...others] = await listAll(api, session);
  expect(others).toEqual([]);
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 1,
    total_inflow: "12500.50",
  });
  expect(await countRowsContaining(mark), "an identity, a transaction, a notification and an event").toBe(4);
  await expect.poll(() => listReceivedEvents(receiver)).toEqual([`${recorded?.id} successful`]);
  expect(await verifySession(session)).toEqual([]);
}

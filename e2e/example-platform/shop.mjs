import { randomInt, randomUUID } from "node:crypto";
import { setInterval } from "node:timers/promises";

/** What a ticket costs, in naira. */
export const PRICE = "5000.00";
/** Takings finds the order of a payment about a second after it reports the payment. */
const MATCHING_MS = 3_000;
const READ_EVERY_MS = 250;

/** The shop of one event: its session at Takings, and its orders by the id of their expected payment. */
export function createShop(takings, session, secret) {
  const { session_id } = session;
  const orders = new Map();

  /** Takes an order. The buyer puts its reference in the narration, by which Takings finds the payment. */
  async function placeOrder(name) {
    const reference = `TKT-${randomInt(10_000_000, 100_000_000)}`;
    const payment = await takings.createExpectedPayment({
      session_id,
      amount: PRICE,
      reference,
      payer: name,
    });
    orders.set(payment.id, { name, payment });
    return payment.id;
  }

  /** Reads the orders until one of them counts a transaction. None does if the transaction pays no order. */
  async function countTransaction(id) {
    const deadline = Date.now() + MATCHING_MS;
    for await (const _ of setInterval(READ_EVERY_MS)) {
      let isCounted = false;
      for await (const payment of takings.listExpectedPayments({ session_id })) {
        update(payment);
        isCounted ||= payment.last_transaction_id === id;
      }
      if (isCounted || Date.now() > deadline) return;
    }
  }

  /** Takes over the newest state of an expected payment and issues the ticket once it is paid. */
  function update(payment) {
    const order = orders.get(payment.id);
    if (!order || payment.updated_at < order.payment.updated_at) return;
    order.payment = payment;
    if (["paid", "overpaid"].includes(payment.status)) order.ticket ??= randomUUID();
  }

  return { session, secret, orders, placeOrder, countTransaction };
}

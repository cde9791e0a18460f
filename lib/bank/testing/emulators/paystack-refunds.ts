import { type EmulatedRequest, type Reply, type Routes, unknownMembers } from "./emulator";
import type { EmulatedLedger, EmulatedRefund } from "./ledger";
import { ok, refused } from "./paystack-replies";

const REFUND = ["transaction", "amount", "currency", "customer_note", "merchant_note"];

/** Creates the emulator's routes of refunds: create and list [D]. */
export function createRefundRoutes(ledger: EmulatedLedger): Routes {
  const transactionId = (key: string) => 1_000_000 + ledger.payments.findIndex((one) => one.key === key);
  const refundJson = ({ reference, amount, note, status, createdAt }: EmulatedRefund) => ({
    id: Number(reference),
    amount: Number(amount),
    currency: "NGN",
    status: status === "completed" ? "processed" : status,
    merchant_note: note,
    createdAt: createdAt.toISOString(),
  });

  function refund({ body }: EmulatedRequest): Reply {
    const wrong = unknownMembers(body, REFUND);
    if (wrong.length > 0) return refused(400, `Unknown ${wrong.join(", ")}`, "invalid_params");
    const payment = ledger.find(String(body.transaction));
    const reference = String(1 + ledger.refunds.length);
    const amount = BigInt(String(body.amount ?? payment?.amount ?? 0));
    const made = payment && ledger.refund(reference, payment.key, amount, String(body.merchant_note ?? ""));
    if (!made) return refused(400, "Transaction cannot be refunded", "invalid_params");
    // The response has the transaction, the list only its id [D].
    const transaction = { id: transactionId(payment.key), reference: payment.key };
    return ok({ ...refundJson(made), transaction }, "Refund has been queued for processing");
  }

  function list({ query }: EmulatedRequest): Reply {
    const from = new Date(query.get("from") ?? 0);
    const size = Number(query.get("perPage") ?? 50);
    const start = (Number(query.get("page") ?? 1) - 1) * size;
    const wanted = query.get("transaction");
    const rows = ledger.refunds
      .filter(({ createdAt }) => createdAt >= from)
      .map((one) => ({ ...refundJson(one), transaction: transactionId(one.paymentKey) }))
      .filter(({ transaction }) => wanted === null || String(transaction) === wanted);
    return ok(rows.slice(start, start + size), "Refunds retrieved");
  }
  return { "POST /refund": refund, "GET /refund": list };
}

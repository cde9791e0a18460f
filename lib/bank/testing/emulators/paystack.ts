import { type EmulatedRequest, type Reply, startEmulator } from "./emulator";
import { EmulatedLedger, type EmulatedPayment } from "./ledger";
import { BUSINESS, type Business, createAccountRoutes } from "./paystack-accounts";
import { createRefundRoutes } from "./paystack-refunds";
import { ok, pageOf, refused } from "./paystack-replies";

/**
 * Starts an emulator of Paystack's API (paystack.com/docs/api, dedicated virtual accounts): customers, accounts,
 * transactions, refunds, settlements. The options are the state of the business; the wording of refusals is not documented
 * except for `feature_unavailable`.
 */
export async function startPaystackEmulator(
  options: Partial<Business> & {
    /** The secret key of the business, or those of several businesses, which share accounts and payments here. */
    secret: string | readonly string[];
    port?: number;
  },
) {
  const business = { ...BUSINESS, ...options };
  const { routes, customerOf, ...directory } = createAccountRoutes(business);
  const ledger = new EmulatedLedger("T");

  const transactionJson = ({ key, account, amount, status, paidAt, ...rest }: EmulatedPayment) => ({
    id: 1_000_000 + ledger.payments.findIndex((one) => one.key === key),
    domain: "test",
    status: status === "successful" ? "success" : status,
    reference: key,
    amount: Number(amount),
    currency: "NGN",
    channel: "dedicated_nuban",
    paid_at: paidAt.toISOString(),
    created_at: paidAt.toISOString(),
    fees: 0,
    authorization: {
      sender_name: rest.senderName,
      narration: rest.narration,
      receiver_bank_account_number: account,
    },
    customer: customerOf(account),
  });

  function listTransactions({ query }: EmulatedRequest): Reply {
    const found = ledger.list(new Date(query.get("from") ?? 0), new Date(query.get("to") ?? Date.now()));
    const size = Number(query.get("perPage") ?? 50);
    const start = Number(query.get("next") ?? 0);
    const next = start + size < found.length ? String(start + size) : null;
    const data = found.slice(start, start + size).map(transactionJson);
    return {
      status: 200,
      body: { status: true, message: "Transactions retrieved", data, meta: { next, perPage: size } },
    };
  }

  /** The completed settlements, with the members and query of the documentation; the payments' fees are taken off. */
  function listSettlements({ query }: EmulatedRequest): Reply {
    const [from, to] = [new Date(query.get("from") ?? 0), new Date(query.get("to") ?? Date.now())];
    const found = ledger.settlements.filter(({ settledAt }) => settledAt >= from && settledAt <= to);
    const settlements = found.map(({ id, settledAt, paymentKeys }) => {
      const gross = ledger.sum(paymentKeys);
      return {
        id: Number(id),
        domain: "test",
        status: "success",
        currency: "NGN",
        total_amount: Number(gross),
        effective_amount: Number(gross),
        total_fees: 0,
        total_processed: Number(gross),
        deductions: null,
        settlement_date: settledAt.toISOString(),
      };
    });
    return pageOf(settlements, query);
  }

  const emulator = await startEmulator(
    {
      ...routes,
      "GET /transaction/verify/:reference": ({ params }) => {
        const payment = ledger.find(params.reference);
        return payment
          ? ok(transactionJson(payment))
          : refused(400, "Transaction reference not found", "not_found");
      },
      "GET /transaction": listTransactions,
      ...createRefundRoutes(ledger),
      "GET /settlement": listSettlements,
      "GET /settlement/:id/transactions": ({ params, query }) => {
        const keys = ledger.settlements.find(({ id }) => id === params.id)?.paymentKeys ?? [];
        const settled = ledger.payments.filter(({ key }) => keys.includes(key));
        return pageOf(settled.map(transactionJson), query);
      },
    },
    {
      authenticate: ({ headers }) =>
        [business.secret].flat().some((secret) => headers.authorization === `Bearer ${secret}`)
          ? undefined
          : refused(401, "Invalid key", "invalid_Key"),
      notFound: refused(404, "Not found", "not_found"),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return {
    ...emulator,
    ...directory,
    business,
    ledger,
  };
}

import { type EmulatedRequest, missingMembers, type Reply, startEmulator, unknownMembers } from "./emulator";
import { EmulatedLedger, type EmulatedPayment, nextAccountNumber } from "./ledger";

/** Returns one page of a list with its `meta`. */
function pageOf(all: readonly unknown[], query: URLSearchParams): Reply {
  const [page, perPage] = [Number(query.get("page") ?? 1), Number(query.get("perPage") ?? 50)];
  const data = all.slice((page - 1) * perPage, page * perPage);
  const meta = { total: all.length, skipped: 0, perPage, page, pageCount: Math.ceil(all.length / perPage) };
  return { status: 200, body: { status: true, message: "OK", data, meta } };
}

interface Customer {
  id: number;
  code: string;
  email: string;
  isIdentified: boolean;
  /** Identification was requested and its notification has not been sent. */
  isPending: boolean;
  names: Record<string, unknown>;
}
interface Account {
  id: number;
  number: string;
  customer: string;
  bank: string;
  isAssigned: boolean;
}

/** The slugs of `GET /dedicated_account/available_providers` [D], with the names of the banks. */
const BANKS: Record<string, string> = {
  "wema-bank": "Wema Bank",
  "titan-paystack": "Paystack-Titan",
  "test-bank": "Test Bank",
};
const CUSTOMER = ["email", "first_name", "last_name", "phone", "metadata"];
const ACCOUNT = [
  "customer",
  "preferred_bank",
  "subaccount",
  "split_code",
  "first_name",
  "last_name",
  "phone",
];
const IDENTITY = ["country", "type", "account_number", "bvn", "bank_code", "first_name", "last_name"];
/** The default number of dedicated accounts of a business [D]. */
const ACCOUNT_LIMIT = 1000;

const ok = (data: unknown, message = "OK", status = 200): Reply => ({
  status,
  body: { status: true, message, data },
});
const refused = (status: number, message: string, code: string): Reply => ({
  status,
  body: { status: false, message, type: status === 400 ? "validation_error" : "api_error", code, meta: {} },
});

/**
 * Starts an emulator of Paystack's API (paystack.com/docs/api, dedicated virtual accounts): customers, accounts,
 * transactions, refunds, settlements. The options are the state of the business; the wording of refusals is not documented
 * except for `feature_unavailable`.
 */
export async function startPaystackEmulator(options: {
  secret: string;
  isFeatureAvailable?: boolean;
  needsIdentification?: boolean;
  accountLimit?: number;
  port?: number;
}) {
  const business = {
    isFeatureAvailable: true,
    needsIdentification: false,
    accountLimit: ACCOUNT_LIMIT,
    ...options,
  };
  const customers: Customer[] = [];
  const accounts: Account[] = [];
  const ledger = new EmulatedLedger("T");

  const findCustomer = (key: unknown) =>
    customers.find(({ email, code, id }) => [email, code, String(id)].includes(String(key)));
  const customerJson = ({ id, code, email, isIdentified, names }: Customer) => ({
    ...names,
    id,
    customer_code: code,
    email,
    identified: isIdentified,
  });
  const accountJson = (account: Account) => {
    const customer = findCustomer(account.customer);
    return {
      id: account.id,
      account_number: account.number,
      account_name: `TAKINGS / ${customer?.names.first_name} ${customer?.names.last_name}`.toUpperCase(),
      bank: { name: BANKS[account.bank], id: 20, slug: account.bank },
      assigned: account.isAssigned,
      // A closed account stays active [D].
      active: true,
      currency: "NGN",
      assignment: { expired: false },
      customer: customer && customerJson(customer),
    };
  };
  const customerJsonOf = (number: string) => {
    const customer = findCustomer(accounts.find((one) => one.number === number)?.customer);
    return customer ? customerJson(customer) : null;
  };
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
    customer: customerJsonOf(account),
  });

  function createCustomer({ body }: EmulatedRequest): Reply {
    const missing = missingMembers(body, ["email", "first_name", "last_name"]);
    const wrong = unknownMembers(body, CUSTOMER);
    if (missing.length + wrong.length > 0)
      return refused(400, `Check ${[...missing, ...wrong].join(", ")}`, "invalid_params");
    const { email, ...names } = body;
    const existing = findCustomer(email);
    if (existing) return ok(customerJson(existing), "Customer created");
    const id = 1173 + customers.length;
    const customer = {
      id,
      code: `CUS_${id}`,
      email: String(email),
      isIdentified: false,
      isPending: false,
      names,
    };
    customers.push(customer);
    return ok(customerJson(customer), "Customer created");
  }

  function createAccount({ body }: EmulatedRequest): Reply {
    if (!business.isFeatureAvailable)
      return refused(403, "Dedicated NUBAN is not available for your business", "feature_unavailable");
    const customer = findCustomer(body.customer);
    const wrong = unknownMembers(body, ACCOUNT);
    if (wrong.length > 0) return refused(400, `Unknown ${wrong.join(", ")}`, "invalid_params");
    if (!customer) return refused(400, "Customer not found", "invalid_params");
    if (!customer.names.phone && !body.phone)
      return refused(400, "Customer phone number is required", "missing_params");
    if (!Object.hasOwn(BANKS, String(body.preferred_bank)))
      return refused(400, "Preferred bank is not available", "invalid_params");
    if (business.needsIdentification && !customer.isIdentified)
      return refused(400, "Customer has not been identified", "validation_required");
    if (accounts.length >= business.accountLimit)
      return refused(400, "You have reached the limit of dedicated accounts", "limit_reached");
    const account = {
      id: 253 + accounts.length,
      number: nextAccountNumber(),
      customer: customer.code,
      bank: String(body.preferred_bank),
      isAssigned: true,
    };
    accounts.push(account);
    return ok(accountJson(account), "NUBAN successfully created");
  }

  function identify({ params, body }: EmulatedRequest): Reply {
    const customer = findCustomer(params.code);
    const missing = missingMembers(body, IDENTITY);
    if (!customer || missing.length > 0)
      return refused(400, `Missing ${missing.join(", ")}`, "missing_params");
    customer.isPending = true;
    return { status: 202, body: { status: true, message: "Customer Identification in progress" } };
  }

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

  function refund({ body }: EmulatedRequest): Reply {
    const payment = ledger.find(String(body.transaction));
    const reference = `RF${ledger.refunds.length + 1}`;
    const made =
      payment && ledger.refund(reference, payment.key, BigInt(String(body.amount ?? payment.amount)));
    if (!made) return refused(400, "Transaction cannot be refunded", "invalid_params");
    return ok({
      transaction: { reference: made.paymentKey },
      amount: Number(made.amount),
      status: "pending",
    });
  }

  const emulator = await startEmulator(
    {
      "POST /customer": createCustomer,
      "GET /customer/:code": ({ params }) => {
        const customer = findCustomer(params.code);
        if (!customer) return refused(404, "Customer not found", "not_found");
        const account = accounts.find((one) => one.customer === customer.code && one.isAssigned);
        return ok({ ...customerJson(customer), dedicated_account: account ? accountJson(account) : null });
      },
      "POST /customer/:code/identification": identify,
      "GET /dedicated_account": ({ query }) => {
        const customer = findCustomer(query.get("customer"));
        return ok(
          accounts
            .filter((one) => !query.has("customer") || one.customer === customer?.code)
            .map(accountJson),
        );
      },
      "POST /dedicated_account": createAccount,
      "GET /dedicated_account/available_providers": () =>
        ok(Object.keys(BANKS).map((provider_slug) => ({ provider_slug }))),
      "GET /dedicated_account/:id": ({ params }) => {
        const account = accounts.find(({ id }) => String(id) === params.id);
        return account ? ok(accountJson(account)) : refused(404, "Dedicated account not found", "not_found");
      },
      "DELETE /dedicated_account/:id": ({ params }) => {
        const account = accounts.find(({ id }) => String(id) === params.id);
        if (!account) return refused(404, "Dedicated account not found", "not_found");
        account.isAssigned = false;
        return ok(accountJson(account), "Managed Account Successfully Unassigned");
      },
      "GET /transaction/verify/:reference": ({ params }) => {
        const payment = ledger.find(params.reference);
        return payment
          ? ok(transactionJson(payment))
          : refused(400, "Transaction reference not found", "not_found");
      },
      "GET /transaction": listTransactions,
      "POST /refund": refund,
      "GET /settlement": listSettlements,
      "GET /settlement/:id/transactions": ({ params, query }) => {
        const keys = ledger.settlements.find(({ id }) => id === params.id)?.paymentKeys ?? [];
        const settled = ledger.payments.filter(({ key }) => keys.includes(key));
        return pageOf(settled.map(transactionJson), query);
      },
    },
    {
      authenticate: ({ headers }) =>
        headers.authorization === `Bearer ${business.secret}`
          ? undefined
          : refused(401, "Invalid key", "invalid_Key"),
      notFound: refused(404, "Not found", "not_found"),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return {
    ...emulator,
    business,
    customers,
    accounts,
    ledger,
    /** Ends the pending identifications, as the notification `customeridentification.success` or `failed` reports. */
    completeIdentifications: (isSuccessful: boolean) => {
      for (const customer of customers.filter(({ isPending }) => isPending)) {
        customer.isPending = false;
        customer.isIdentified = isSuccessful;
      }
    },
  };
}

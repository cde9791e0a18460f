import { formatKobo } from "@/lib/core/money";
import { type EmulatedRequest, missingMembers, type Reply, startEmulator, unknownMembers } from "./emulator";
import { EmulatedLedger, type EmulatedPayment, nextAccountNumber } from "./ledger";

interface Account {
  id: string;
  number: string;
  reference: string;
  customer: string;
  name: string;
  isActive: boolean;
}

const LOGIN = "/realms/flutterwave/protocol/openid-connect/token";
const CUSTOMER = ["email", "name", "phone", "address", "meta"];
const ACCOUNT = [
  ...["reference", "customer_id", "amount", "expiry", "currency", "account_type", "meta", "narration", "bvn"],
  ...["nin", "customer_account_number", "merchant_vat_amount", "bank_code"],
];
const UPDATE = ["action_type", "status", "bvn", "meta"];
/** The lifetime of a token in the sample, in seconds [D]. */
const TOKEN_SECONDS = 600;
const STATUS = { successful: "succeeded", pending: "pending", failed: "failed", reversed: "failed" } as const;

const ok = (data: unknown, status = 200, meta?: unknown): Reply => ({
  status,
  body: { status: "success", message: "OK", data, ...(meta !== undefined && { meta }) },
});
const refused = (status: number, code: string, message: string): Reply => ({
  status,
  body: { status: "failed", error: { type: "REQUEST_NOT_VALID", code, message } },
});

interface Options {
  clientId: string;
  clientSecret: string;
  /** Whether static accounts need a BVN or NIN, as in v3 [D]; v4 states both as optional [D]. */
  needsIdentity?: boolean;
  port?: number;
}

/**
 * Starts an emulator of Flutterwave's API v4 (developer.flutterwave.com): token, customers, static virtual accounts and
 * charges. A repeated idempotency key gets the first answer [D]; here also a refusal.
 */
export async function startFlutterwaveEmulator(options: Options) {
  const { needsIdentity = true } = options;
  const customers: { id: string; email: string }[] = [];
  const accounts: Account[] = [];
  const answers = new Map<string, Reply>();
  const ledger = new EmulatedLedger("chg_");
  let tokenCount = 0;
  let isTokenExpired = false;

  const accountJson = (account: Account) => ({
    id: account.id,
    amount: 0,
    account_number: account.number,
    reference: account.reference,
    account_bank_name: "WEMA BANK",
    account_type: "static",
    status: account.isActive ? "active" : "inactive",
    account_expiration_datetime: "2099-12-03T13:54:21.546559974Z",
    note: `Please make a bank transfer to ${account.name}`,
    customer_id: account.customer,
    currency: "NGN",
  });
  const chargeJson = (payment: EmulatedPayment) => {
    const account = accounts.find(({ number }) => number === payment.account);
    const customer = customers.find(({ id }) => id === account?.customer);
    return {
      id: payment.key,
      amount: Number(formatKobo(payment.amount)),
      fees: [
        { type: "app", amount: 1.4 },
        { type: "vat", amount: 0.1 },
      ],
      billing_details: { email: customer?.email },
      currency: "NGN",
      customer_id: account?.customer,
      description: payment.narration,
      payment_method_details: {
        type: "bank_transfer",
        bank_transfer: { account_type: "static", originator_name: payment.senderName },
      },
      reference: `flw-${payment.key}`,
      status: STATUS[payment.status],
      created_datetime: payment.paidAt.toISOString(),
    };
  };

  /**
   * Wraps a handler: executes a POST once per `x-idempotency-key` (12 to 255 characters) and returns the first answer to
   * repeats [D].
   */
  const once =
    (handle: (request: EmulatedRequest) => Reply) =>
    (request: EmulatedRequest): Reply => {
      const key = String(request.headers["x-idempotency-key"] ?? "");
      if (key === "") return handle(request);
      if (key.length < 12 || key.length > 255) return refused(400, "10400", "Invalid idempotency key");
      const first = answers.get(key);
      if (first) return { ...first, headers: { "x-idempotency-cache-hit": "true" } };
      const answer = handle(request);
      answers.set(key, answer);
      return answer;
    };

  function createCustomer({ body }: EmulatedRequest): Reply {
    const wrong = [...missingMembers(body, ["email", "name"]), ...unknownMembers(body, CUSTOMER)];
    if (wrong.length > 0) return refused(400, "10400", `Check ${wrong.join(", ")}`);
    const email = String(body.email);
    if (customers.some((one) => one.email === email)) return refused(409, "10409", "Customer already exists");
    const customer = { id: `cus_${customers.length + 1}`, email };
    customers.push(customer);
    return ok(customer, 201);
  }

  function createAccount({ body }: EmulatedRequest): Reply {
    const required = ["reference", "customer_id", "amount", "currency", "account_type"];
    const wrong = [...missingMembers(body, required), ...unknownMembers(body, ACCOUNT)];
    if (wrong.length > 0) return refused(400, "10400", `Check ${wrong.join(", ")}`);
    const reference = String(body.reference);
    if (reference.length < 6 || reference.length > 42) return refused(400, "10400", "Invalid reference");
    if (body.account_type !== "static" || body.amount !== 0)
      return refused(400, "10400", "A static account has the amount 0");
    if (needsIdentity && !body.bvn && !body.nin) return refused(400, "10400", "bvn or nin is required");
    if (!customers.some(({ id }) => id === body.customer_id))
      return refused(404, "10404", "Customer not found");
    if (accounts.some((one) => one.reference === reference))
      return refused(409, "1900409", "Virtual account reference already exists");
    const account: Account = {
      id: `va_${accounts.length + 1}`,
      number: nextAccountNumber(),
      reference,
      customer: String(body.customer_id),
      name: String(body.narration ?? ""),
      isActive: true,
    };
    accounts.push(account);
    return ok(accountJson(account), 201);
  }

  function updateAccount({ body, params }: EmulatedRequest): Reply {
    const account = accounts.find(({ id }) => id === params.id);
    if (!account) return refused(404, "1900404", "Virtual account not found");
    const isKnown = body.action_type === "update_status" && body.status === "inactive";
    if (!isKnown || unknownMembers(body, UPDATE).length > 0)
      return refused(400, "10400", "Check action_type");
    if (!account.isActive) return refused(400, "19400", "The virtual account is already inactive");
    account.isActive = false;
    return ok(accountJson(account));
  }

  function listCharges({ query }: EmulatedRequest): Reply {
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("size") ?? 10)];
    if (!(page >= 1 && size >= 10 && size <= 50)) return refused(400, "701500", "Invalid pagination");
    const from = new Date(query.get("from") ?? 0);
    const found = ledger.list(from, new Date(query.get("to") ?? Date.now()));
    const rows = found.slice((page - 1) * size, page * size).map(chargeJson);
    const total_pages = Math.max(1, Math.ceil(found.length / size));
    return ok(rows, 200, { page_info: { total: found.length, current_page: page, total_pages } });
  }

  const emulator = await startEmulator(
    {
      [`POST ${LOGIN}`]: ({ body }) => {
        const isOurs = body.client_id === options.clientId && body.client_secret === options.clientSecret;
        if (!isOurs || body.grant_type !== "client_credentials")
          return { status: 401, body: { error: "unauthorized_client" } };
        tokenCount++;
        isTokenExpired = false;
        const token = { access_token: `token-${tokenCount}`, expires_in: TOKEN_SECONDS };
        return { status: 200, body: { ...token, token_type: "Bearer", scope: "profile email" } };
      },
      "POST /customers": once(createCustomer),
      "POST /virtual-accounts": once(createAccount),
      "GET /virtual-accounts": ({ query }) => {
        const wanted = query.get("reference");
        const found = accounts
          .filter(({ reference }) => wanted === null || reference === wanted)
          .toReversed();
        const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("size") ?? 10)];
        if (size < 10 || size > 50) return refused(400, "10400", "size must be from 10 to 50");
        const total_pages = Math.ceil(found.length / size);
        const rows = found.slice((page - 1) * size, page * size).map(accountJson);
        return ok(rows, 200, { page_info: { total: found.length, current_page: page, total_pages } });
      },
      "PUT /virtual-accounts/:id": updateAccount,
      "GET /charges": listCharges,
      "GET /charges/:id": ({ params }) => {
        const payment = ledger.find(params.id);
        return payment ? ok(chargeJson(payment)) : refused(404, "1110404", "Charge not found");
      },
    },
    {
      authenticate: ({ headers, path }) => {
        const isValid = headers.authorization === `Bearer token-${tokenCount}` && !isTokenExpired;
        return isValid || path === LOGIN ? undefined : refused(401, "10401", "Unauthorized");
      },
      notFound: refused(404, "10404", "Not found"),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return {
    ...emulator,
    customers,
    accounts,
    ledger,
    /** Makes the current token invalid, as if it had expired. */
    expireToken: () => {
      isTokenExpired = true;
    },
  };
}

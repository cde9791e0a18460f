import { formatKobo } from "@/lib/core/money";
import { type EmulatedRequest, missingMembers, type Reply, startEmulator, unknownMembers } from "./emulator";
import { EmulatedLedger, type EmulatedPayment, nextAccountNumber } from "./ledger";

interface Account {
  reference: string;
  name: string;
  number: string;
  subAccount: string | undefined;
  /** `undefined`: for ever. */
  expiresAt: Date | undefined;
}

const ACCOUNT = ["accountRef", "accountName", "currency", "bvn", "expiryDate", "expectedAmount"];
const ACCOUNT_FILTERS = [
  ...["accountName", "accountRef", "bvn", "bankAccountNumber", "dateCreatedFrom", "dateCreatedTo"],
  ...["expired", "resourceAcquired"],
];
/** The lifetime of a token, and of an account without an expiry according to the older page [D]. */
const TOKEN_MS = 30 * 60_000;
const DEFAULT_EXPIRY_MS = 5 * 60_000;
const MAX_LIST = 50;
const STATUS = {
  successful: "SUCCESS",
  pending: "PENDING_BILLING",
  failed: "FAILED",
  reversed: "REFUND",
} as const;

const ok = (data: unknown): Reply => ({ status: 200, body: { code: "00", description: "Success", data } });
/** Refusals other than of the token have the HTTP status 200 here, as the documentation allows. */
const refused = (code: string, description: string, status = 200): Reply => ({
  status,
  body: { code, description },
});

interface Options {
  clientId: string;
  clientSecret: string;
  accountId: string;
  /** Whether an account without `expiryDate` expires after five minutes (the older page) or never (the current page). */
  expiresByDefault?: boolean;
  /** The latest expiry that the bank grants. */
  latestExpiry?: Date;
  accountLimit?: number;
  port?: number;
}

/**
 * Starts an emulator of Nomba's API (developer.nomba.com): tokens of one session, virtual accounts, transactions. A new
 * log-in ends the session before. Settlement is immediate and refunds are only for checkout, so neither exists here.
 */
export async function startNombaEmulator(options: Options) {
  const accounts: Account[] = [];
  const ledger = new EmulatedLedger("API-VACT_TRA-");
  let session = { token: "", expiresAt: 0 };
  let logIns = 0;

  const accountJson = ({ reference, name, number, expiresAt }: Account) => ({
    accountRef: reference,
    accountName: name,
    bankAccountNumber: number,
    bankName: "Nombank MFB",
    bankAccountName: `Nomba/${name}`,
    currency: "NGN",
    ...(expiresAt && { expiryDate: expiresAt.toISOString() }),
    expired: expiresAt !== undefined && expiresAt.getTime() <= Date.now(),
  });
  const paymentJson = ({ key, amount, account, status, paidAt, ...rest }: EmulatedPayment) => ({
    id: key,
    status: STATUS[status],
    amount: formatKobo(amount),
    fixedCharge: "0.0",
    source: "api",
    type: "vact_transfer",
    entryType: "CREDIT",
    timeCreated: paidAt.toISOString(),
    recipientAccountNumber: account,
    virtualAccountReference: accounts.find(({ number }) => number === account)?.reference,
    sessionId: `SES-${key}`,
    senderName: rest.senderName,
    narration: rest.narration,
  });

  function logIn({ body, headers }: EmulatedRequest): Reply {
    const isValid = body.client_id === options.clientId && body.client_secret === options.clientSecret;
    if (!isValid || headers.accountid !== options.accountId) return refused("401", "Unauthorized", 401);
    logIns++;
    session = { token: `token-${logIns}`, expiresAt: Date.now() + TOKEN_MS };
    return ok({
      access_token: session.token,
      refresh_token: "r",
      expiresAt: new Date(session.expiresAt).toISOString(),
    });
  }

  function createAccount({ body, params }: EmulatedRequest): Reply {
    const wrong = [...missingMembers(body, ["accountRef", "accountName"]), ...unknownMembers(body, ACCOUNT)];
    if (wrong.length > 0) return refused("02", `Check ${wrong.join(", ")}`);
    const reference = String(body.accountRef);
    const name = String(body.accountName);
    if (reference.length < 16 || reference.length > 64)
      return refused("02", "accountRef must have 16 to 64 characters");
    if (name.length < 8 || name.length > 64) return refused("02", "accountName must have 8 to 64 characters");
    if (accounts.some((one) => one.reference === reference))
      return refused("05", "accountRef already exists");
    if (accounts.length >= (options.accountLimit ?? 10_000))
      return refused("06", "Virtual account limit reached");
    const account: Account = {
      reference,
      name,
      number: nextAccountNumber(),
      subAccount: params.subAccount,
      expiresAt: expiryOf(body),
    };
    accounts.push(account);
    return ok(accountJson(account));
  }

  function expiryOf({ expiryDate }: Record<string, unknown>): Date | undefined {
    const { latestExpiry, expiresByDefault = true } = options;
    if (!expiryDate) return expiresByDefault ? new Date(Date.now() + DEFAULT_EXPIRY_MS) : undefined;
    const wanted = new Date(`${String(expiryDate).replace(" ", "T")}Z`);
    return latestExpiry && latestExpiry < wanted ? latestExpiry : wanted;
  }

  const find = (key: string | undefined) =>
    accounts.find(({ reference, number }) => reference === key || number === key);

  /** Filters the accounts by the members that are sent, page by page. */
  function listAccounts({ body, query }: EmulatedRequest): Reply {
    const wrong = unknownMembers(body, ACCOUNT_FILTERS);
    if (wrong.length > 0) return refused("02", `Unknown ${wrong.join(", ")}`);
    const rows = accounts.map(accountJson).filter((row) => {
      const isNumber = !body.bankAccountNumber || row.bankAccountNumber === body.bankAccountNumber;
      return isNumber && (body.expired === undefined || row.expired === body.expired);
    });
    const limit = Number(query.get("limit") ?? 10);
    const start = Number(query.get("cursor") ?? 0);
    const cursor = start + limit < rows.length ? String(start + limit) : "";
    return ok({ results: rows.slice(start, start + limit), cursor });
  }

  function list({ query, params }: EmulatedRequest): Reply {
    const limit = Number(query.get("limit") ?? 10);
    if (limit > MAX_LIST || query.has("pageSize")) return refused("02", "limit must be at most 50");
    const from = new Date(query.get("dateFrom") ?? 0);
    const isListed = ({ account }: EmulatedPayment) => find(account)?.subAccount === params.subAccount;
    const found = ledger.list(from, new Date(query.get("dateTo") ?? Date.now())).filter(isListed);
    const start = Number(query.get("cursor") ?? 0);
    const cursor = start + limit < found.length ? String(start + limit) : "";
    return ok({ results: found.slice(start, start + limit).map(paymentJson), cursor });
  }

  const emulator = await startEmulator(
    {
      "POST /v1/auth/token/issue": logIn,
      "POST /v1/accounts/virtual": createAccount,
      "POST /v1/accounts/virtual/:subAccount": createAccount,
      "POST /v1/accounts/virtual/list": listAccounts,
      "GET /v1/accounts/virtual/:key": ({ params }) => {
        const account = find(params.key);
        return account ? ok(accountJson(account)) : refused("05", "Virtual account not found");
      },
      "DELETE /v1/accounts/virtual/:key": ({ params }) => {
        const account = find(params.key);
        if (!account) return refused("05", "Virtual account not found");
        account.expiresAt = new Date(0);
        return ok({ expired: true });
      },
      "GET /v1/transactions/accounts/single": ({ query }) => {
        const payment = ledger.find(query.get("transactionRef") ?? undefined);
        return payment ? ok(paymentJson(payment)) : refused("05", "Transaction not found");
      },
      "GET /v1/transactions/requery/:sessionId": ({ params }) => {
        const payment = ledger.payments.find(({ key }) => `SES-${key}` === params.sessionId);
        return payment ? ok(paymentJson(payment)) : refused("05", "Transaction not found");
      },
      "GET /v1/transactions/accounts": list,
      "GET /v1/transactions/accounts/:subAccount": list,
    },
    {
      authenticate: ({ headers, path }) => {
        if (path.startsWith("/v1/auth/")) return undefined;
        const isValid = headers.authorization === `Bearer ${session.token}` && Date.now() < session.expiresAt;
        return isValid && headers.accountid === options.accountId
          ? undefined
          : refused("401", "Unauthorized", 401);
      },
      notFound: refused("404", "Not found", 404),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return {
    ...emulator,
    accounts,
    ledger,
    /** Logs in as another client of the same account does, which ends the current session. */
    logInElsewhere: () => {
      logIns++;
      session = { token: `token-${logIns}`, expiresAt: Date.now() + TOKEN_MS };
    },
  };
}

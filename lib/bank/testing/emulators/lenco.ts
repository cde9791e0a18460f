import { formatKobo } from "@/lib/core/money";
import { type EmulatedRequest, missingMembers, type Reply, startEmulator, unknownMembers } from "./emulator";
import { EmulatedLedger, type EmulatedPayment, nextAccountNumber } from "./ledger";

interface Account {
  id: string;
  name: string;
  number: string;
  bvn: string | undefined;
  reference: string | undefined;
  isStatic: boolean;
}

const ACCOUNT = [
  "accountName",
  "isStatic",
  "transactionReference",
  "amount",
  "minAmount",
  "bvn",
  "createNewAccount",
];
/** The rows of a page [D]. */
const PAGE_SIZE = 100;
/** The lifetime of a dynamic account in the sample [D]. */
const DYNAMIC_MS = 10 * 60_000;

const ok = (data: unknown, message = "success"): Reply => ({
  status: 200,
  body: { status: true, message, data },
});
const refused = (status: number, message: string): Reply => ({ status, body: { status: false, message } });

interface Options {
  token: string;
  /** Whether several static accounts for one BVN are enabled, a restricted feature [D]. */
  allowsNewAccounts?: boolean;
  /** Whether `GET /virtual-accounts` exists, which is not documented [?]. */
  listsAccounts?: boolean;
  port?: number;
}

/** Starts an emulator of Lenco's API (lenco-api.readme.io): virtual accounts and their transactions. */
export async function startLencoEmulator(options: Options) {
  const { allowsNewAccounts = true, listsAccounts = true } = options;
  const accounts: Account[] = [];
  const ledger = new EmulatedLedger("va-txn-");
  const terminalPayments: EmulatedPayment[] = [];

  const accountJson = (account: Account) => ({
    id: account.id,
    accountReference: account.id,
    bankAccount: {
      accountName: `LENCO(${account.name})`,
      accountNumber: account.number,
      bank: { code: "000017", name: "Wema Bank" },
    },
    type: account.isStatic ? "Static Virtual Account" : "Dynamic Virtual Account",
    status: "active",
    expiresAt: account.isStatic ? null : new Date(Date.now() + DYNAMIC_MS).toISOString(),
    currency: "NGN",
    meta: {
      isStatic: account.isStatic,
      bvn: account.bvn ?? null,
      transactionReference: account.reference ?? null,
    },
  });
  const paymentJson = (payment: EmulatedPayment) => {
    const account = accounts.find(({ number }) => number === payment.account);
    return {
      id: payment.key,
      transactionAmount: formatKobo(payment.amount),
      fee: "1.65",
      currency: "NGN",
      type: "credit",
      status: payment.status,
      narration: payment.narration,
      details: {
        accountName: payment.senderName,
        accountNumber: "0123456789",
        bank: { name: "GTBank", code: "058" },
      },
      virtualAccount: account && accountJson(account),
      accountReference: account?.id,
      datetime: payment.paidAt.toISOString(),
      settlementStatus: "pending",
    };
  };

  /** A row's type is the name of the notification; a rejected row has a reason and no status [D]. */
  function listedJson(payment: EmulatedPayment) {
    const { status, ...row } = paymentJson(payment);
    if (status !== "failed") return { ...row, status, type: "virtual-account.transaction" };
    const reasonForRejection = { code: "01", message: "The amount is not the expected one" };
    return { ...row, type: "virtual-account.rejected-transaction", reasonForRejection };
  }

  function create({ body }: EmulatedRequest): Reply {
    const wrong = [...missingMembers(body, ["accountName", "isStatic"]), ...unknownMembers(body, ACCOUNT)];
    if (wrong.length > 0) return refused(400, `Check ${wrong.join(", ")}`);
    if (body.isStatic === true && !body.bvn) return refused(400, "bvn is required for a static account");
    if (body.createNewAccount === true && !allowsNewAccounts)
      return refused(403, "You are not permitted to create a new account for an existing BVN");
    const existing = accounts.find(({ bvn, isStatic }) => isStatic && bvn === body.bvn);
    if (existing && body.isStatic === true && body.createNewAccount !== true)
      return ok(accountJson(existing), "exists");
    const account: Account = {
      id: `acc-${accounts.length + 1}`,
      name: String(body.accountName),
      number: nextAccountNumber(),
      bvn: typeof body.bvn === "string" ? body.bvn : undefined,
      reference: typeof body.transactionReference === "string" ? body.transactionReference : undefined,
      isStatic: body.isStatic === true,
    };
    accounts.push(account);
    return ok(accountJson(account), "Virtual account created");
  }

  function listTransactions({ query }: EmulatedRequest): Reply {
    const day = (name: string, end: string) => new Date(`${query.get(name) ?? "2000-01-01"}T${end}+01:00`);
    const found = ledger.list(day("start", "00:00:00"), day("end", "23:59:59.999"));
    const page = Number(query.get("page") ?? 1);
    const rows = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(listedJson);
    const pageCount = Math.ceil(found.length / PAGE_SIZE);
    return ok({
      allTransactions: rows,
      meta: { total: found.length, pageCount, perPage: PAGE_SIZE, currentPage: page },
    });
  }

  const emulator = await startEmulator(
    {
      "POST /virtual-accounts": create,
      "GET /virtual-accounts": ({ query }) => {
        if (!listsAccounts) return refused(404, "Not found");
        const wanted = query.get("transactionReference");
        return ok({
          virtualAccounts: accounts.filter(({ reference }) => reference === wanted).map(accountJson),
        });
      },
      "GET /virtual-accounts/all-transactions": listTransactions,
      "GET /virtual-accounts/transactions/:id": ({ params }) => {
        const payment = ledger.find(params.id);
        return payment ? ok(paymentJson(payment)) : refused(404, "Transaction not found");
      },
      "GET /point-of-sale/transactions/:id": ({ params }) => {
        const payment = terminalPayments.find(({ key }) => key === params.id);
        if (!payment) return refused(404, "Transaction not found");
        const { key, amount, status, paidAt, account } = payment;
        const terminal = { id: "trm-1", serialNumber: account };
        return ok({
          id: key,
          amount: formatKobo(amount),
          type: "card-payment",
          status,
          datetime: paidAt.toISOString(),
          terminal,
        });
      },
    },
    {
      authenticate: ({ headers }) =>
        headers.authorization === `Bearer ${options.token}` ? undefined : refused(401, "Unauthorized"),
      notFound: refused(404, "Not found"),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return { ...emulator, accounts, ledger, terminalPayments };
}

import { z } from "zod";
import { log } from "@/lib/log";
import { findData, requireCredential, requireData } from "../http-client";
import { findBank } from "../parsing/bank-names";
import { parseBankTime } from "../parsing/time";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";
import { toRefusalFailure } from "../refusals";
import { callLenco } from "./client";

const Account = z.object({
  bankAccount: z.object({
    accountName: z.string(),
    accountNumber: z.string().regex(/^\d{10}$/),
    bank: z.object({ code: z.string(), name: z.string() }),
  }),
  status: z.string().nullish(),
  expiresAt: z.string().nullish(),
  meta: z.object({ transactionReference: z.string().nullish() }).nullish(),
});
const Issued = z.object({ data: Account });
const Listed = z.object({ data: z.object({ virtualAccounts: z.array(z.unknown()) }) });
type Account = z.output<typeof Account>;

const ACCOUNTS = "/virtual-accounts";
/** The query that lists the account of our reference. Neither the list nor its filter is documented [?]. */
const LOOKUP = (reference: string) => `${ACCOUNTS}?transactionReference=${encodeURIComponent(reference)}`;

/**
 * Opens a static account of the configured BVN under our reference. Several accounts for one BVN are a feature that Lenco
 * enables on request [D]. The account of an earlier attempt is looked up first; if Lenco has no such list, the log says that
 * a retry may open a second one. Throws `Failure("bank_refused")` if Lenco refuses for good or returns an account of another
 * reference or that expires, `Failure("unavailable")` if it does not respond.
 */
export async function provisionAccount(
  { reference, name }: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const bvn = requireCredential(context.credentials.LENCO_BVN, "LENCO_BVN");
  const existing = await findAccount(reference, context);
  if (existing) return toIssuedAccount(existing, reference);
  const body = {
    accountName: name,
    isStatic: true,
    transactionReference: reference,
    bvn,
    createNewAccount: true,
  };
  const issued = await callLenco(context, { method: "POST", path: ACCOUNTS, body }, Issued);
  return toIssuedAccount(requireData("lenco: a new account", issued).data, reference);
}

async function findAccount(reference: string, context: ProviderContext): Promise<Account | undefined> {
  const listed = await callLenco(context, { method: "GET", path: LOOKUP(reference) }, Listed);
  const found = findData("lenco: the list of accounts", listed);
  if (!found) {
    log.warn({ session: reference }, "lenco lists no accounts; a retry may open a second account");
    return undefined;
  }
  return found.data.virtualAccounts
    .flatMap((one) => Account.safeParse(one).data ?? [])
    .find(({ meta }) => meta?.transactionReference === reference);
}

function toIssuedAccount(
  { bankAccount, status, expiresAt, meta }: Account,
  reference: string,
): IssuedAccount {
  const isAnothers = Boolean(meta?.transactionReference) && meta?.transactionReference !== reference;
  const reason = isAnothers
    ? "The account belongs to another event"
    : status && status !== "active"
      ? "The account is not active"
      : parseBankTime(expiresAt, "UTC") && "The account expires";
  if (reason)
    throw toRefusalFailure("lenco: a new account", { status: 200, code: "", reason, isTransient: false });
  const { accountNumber, accountName, bank } = bankAccount;
  return {
    accountNumber,
    bankName: bank.name,
    bankCode: findBank(bank.code)?.code ?? bank.code,
    bankAccountName: accountName,
  };
}

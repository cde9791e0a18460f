import { z } from "zod";
import { requireCredential, requireData } from "../http-client";
import { findBank } from "../parsing/bank-names";
import type { AccountRequest, ClosableAccount, IssuedAccount, ProviderContext } from "../provider";
import { bankUnavailable, toRefusalFailure } from "../refusals";
import { callMonnify } from "./client";

const Account = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string().regex(/^\d{10}$/),
  /** Absent in the sample of a reservation that exists [D]. */
  accountName: z.string().nullish(),
});
const Reserved = z.object({
  responseBody: z.object({
    status: z.string().nullish(),
    accountName: z.string().nullish(),
    accounts: z.array(Account).min(1),
  }),
});

const RESERVED_ACCOUNTS = "/api/v2/bank-transfer/reserved-accounts";
const DEALLOCATION = "/api/v1/bank-transfer/reserved-accounts/reference";
/** Monnify requires an e-mail address of the account's holder. The domain is reserved (RFC 2606) and receives no mail [?]. */
const HOLDER_EMAIL_DOMAIN = "events.example.com";

const pathOf = (reference: string) => `${RESERVED_ACCOUNTS}/${encodeURIComponent(reference)}`;

/**
 * Reserves an account under our reference. Monnify refuses an existing reference; the existing account is then fetched, so
 * a retry returns the same one. Of several banks, the preferred one is used, else the one with the lowest code. Throws
 * `Failure("bank_refused")` if Monnify refuses and has no existing account, `Failure("unavailable")` if it does not respond
 * or the account is not active.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const body = reservation(request, context);
  const reserved = await callMonnify(context, { method: "POST", path: RESERVED_ACCOUNTS, body }, Reserved);
  if (!reserved.refusal) return toIssuedAccount(reserved.data, request, context);

  const existing = await callMonnify(context, { method: "GET", path: pathOf(request.reference) }, Reserved);
  if (!existing.refusal) return toIssuedAccount(existing.data, request, context);
  throw toRefusalFailure("monnify: a new account", reserved.refusal);
}

function reservation({ reference, name, share }: AccountRequest, { credentials }: ProviderContext) {
  const { MONNIFY_BVN: bvn, MONNIFY_NIN: nin, MONNIFY_PREFERRED_BANK: bank } = credentials;
  if (!nin) requireCredential(bvn, "MONNIFY_BVN or MONNIFY_NIN");
  return {
    accountReference: reference,
    accountName: name,
    currencyCode: "NGN",
    contractCode: requireCredential(credentials.MONNIFY_CONTRACT_CODE, "MONNIFY_CONTRACT_CODE"),
    customerEmail: credentials.MONNIFY_CUSTOMER_EMAIL || `${reference}@${HOLDER_EMAIL_DOMAIN}`,
    customerName: name,
    ...(bvn && { bvn }),
    ...(nin && { nin }),
    ...(share?.provider === "monnify" && { incomeSplitConfig: share.incomeSplitConfig }),
    ...(bank ? { getAllAvailableBanks: false, preferredBanks: [bank] } : { getAllAvailableBanks: true }),
  };
}

/**
 * Closes the session's account at every bank, which is irreversible [D]. The answer can still say that it is active [D], so
 * its status is not read. Throws like `provisionAccount`.
 */
export async function closeAccount(
  { reference, accountNumber }: ClosableAccount,
  context: ProviderContext,
): Promise<"closed" | "absent"> {
  const found = await callMonnify(context, { method: "GET", path: pathOf(reference) }, Reserved);
  if (found.status === 404) return "absent";
  const { accounts } = requireData("monnify: an account", found).responseBody;
  if (!accounts.some((account) => account.accountNumber === accountNumber)) return "absent";
  const path = `${DEALLOCATION}/${encodeURIComponent(reference)}`;
  const closed = await callMonnify(context, { method: "DELETE", path }, z.unknown());
  if (closed.status === 404) return "absent";
  requireData("monnify: closing an account", closed);
  return "closed";
}

function toIssuedAccount(
  { responseBody }: z.output<typeof Reserved>,
  request: AccountRequest,
  { credentials }: ProviderContext,
): IssuedAccount {
  const preferred = credentials.MONNIFY_PREFERRED_BANK;
  const rank = ({ bankCode }: z.output<typeof Account>) => (bankCode === preferred ? "" : bankCode);
  const [account] = responseBody.accounts.toSorted((a, b) => rank(a).localeCompare(rank(b)));
  if (!account || (responseBody.status && responseBody.status !== "ACTIVE")) {
    throw bankUnavailable("monnify reserved an account that cannot be paid into");
  }
  return {
    accountNumber: account.accountNumber,
    bankName: account.bankName,
    bankCode: findBank(account.bankCode)?.code ?? account.bankCode,
    bankAccountName: account.accountName || responseBody.accountName || request.name,
  };
}

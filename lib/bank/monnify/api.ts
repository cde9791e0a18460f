import { z } from "zod";
import { findBank } from "../bank-names";
import { bankUnavailable, callBank, credential } from "../http-client";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";

const Login = z.object({ responseBody: z.object({ accessToken: z.string().min(1) }) });
const Account = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string().regex(/^\d{10}$/),
  accountName: z.string(),
});
const Reserved = z.object({
  responseBody: z.object({ status: z.string().nullish(), accounts: z.array(Account).min(1) }),
});

const RESERVED_ACCOUNTS = "/api/v2/bank-transfer/reserved-accounts";
/** Monnify wants an address of the account's holder. Nobody reads mail there: the domain is reserved (RFC 2606). */
const HOLDER_EMAIL_DOMAIN = "events.example.com";

/**
 * Has Monnify reserve an account under our reference. Monnify refuses a reference it knows: then the account reserved
 * before is fetched, so a retry gets the same account; of several banks, the one with the lowest code. Throws
 * `Failure("unavailable")` when Monnify refuses or does not answer.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const { credentials, baseUrl } = context;
  const authorization = `Bearer ${await logIn(context)}`;
  const monnify = { provider: "monnify", baseUrl, headers: { authorization } };
  const body = {
    accountReference: request.reference,
    accountName: request.name,
    currencyCode: "NGN",
    contractCode: credential(credentials.MONNIFY_CONTRACT_CODE, "MONNIFY_CONTRACT_CODE"),
    customerEmail: `${request.reference}@${HOLDER_EMAIL_DOMAIN}`,
    customerName: request.name,
    bvn: credential(credentials.MONNIFY_BVN, "MONNIFY_BVN"),
    getAllAvailableBanks: true,
  };
  const reserved = await callBank({ ...monnify, method: "POST", path: RESERVED_ACCOUNTS, body }, Reserved);
  if (reserved.data) return accountOf(reserved.data);

  const path = `${RESERVED_ACCOUNTS}/${encodeURIComponent(request.reference)}`;
  const known = await callBank({ ...monnify, method: "GET", path }, Reserved);
  if (known.data) return accountOf(known.data);
  throw bankUnavailable(`monnify answered ${reserved.status} to a new account, and knows none`);
}

async function logIn({ credentials, baseUrl }: ProviderContext): Promise<string> {
  const key = credential(credentials.MONNIFY_API_KEY, "MONNIFY_API_KEY");
  const secret = credential(credentials.MONNIFY_SECRET_KEY, "MONNIFY_SECRET_KEY");
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const path = "/api/v1/auth/login";
  const answer = await callBank(
    { provider: "monnify", method: "POST", baseUrl, path, headers: { authorization } },
    Login,
  );
  if (!answer.data) throw bankUnavailable(`monnify answered ${answer.status} to the login`);
  return answer.data.responseBody.accessToken;
}

function accountOf({ responseBody }: z.output<typeof Reserved>): IssuedAccount {
  const [account] = responseBody.accounts.toSorted((a, b) => a.bankCode.localeCompare(b.bankCode));
  if (!account || (responseBody.status && responseBody.status !== "ACTIVE")) {
    throw bankUnavailable("monnify reserved an account that cannot be paid into");
  }
  return {
    accountNumber: account.accountNumber,
    bankName: account.bankName,
    bankCode: findBank(account.bankCode)?.code ?? account.bankCode,
    bankAccountName: account.accountName,
  };
}

import { z } from "zod";
import { callBank, requireCredential, requireData } from "../http-client";
import { findBank } from "../parsing/bank-names";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";
import { bankUnavailable, toRefusalFailure } from "../refusals";

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
/** Monnify requires an e-mail address of the account's holder. The domain is reserved (RFC 2606) and receives no mail. */
const HOLDER_EMAIL_DOMAIN = "events.example.com";

/**
 * Reserves an account under our reference. Monnify refuses an existing reference; the existing account is then fetched, so
 * a retry returns the same one. Of several banks, the one with the lowest code is used. Throws `Failure("unavailable")` if
 * Monnify refuses or does not respond.
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
    contractCode: requireCredential(credentials.MONNIFY_CONTRACT_CODE, "MONNIFY_CONTRACT_CODE"),
    customerEmail: `${request.reference}@${HOLDER_EMAIL_DOMAIN}`,
    customerName: request.name,
    bvn: requireCredential(credentials.MONNIFY_BVN, "MONNIFY_BVN"),
    getAllAvailableBanks: true,
  };
  const reserved = await callBank({ ...monnify, method: "POST", path: RESERVED_ACCOUNTS, body }, Reserved);
  if (!reserved.refusal) return toIssuedAccount(reserved.data);

  const path = `${RESERVED_ACCOUNTS}/${encodeURIComponent(request.reference)}`;
  const existing = await callBank({ ...monnify, method: "GET", path }, Reserved);
  if (!existing.refusal) return toIssuedAccount(existing.data);
  throw toRefusalFailure("monnify: a new account", reserved.refusal);
}

async function logIn({ credentials, baseUrl }: ProviderContext): Promise<string> {
  const key = requireCredential(credentials.MONNIFY_API_KEY, "MONNIFY_API_KEY");
  const secret = requireCredential(credentials.MONNIFY_SECRET_KEY, "MONNIFY_SECRET_KEY");
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const path = "/api/v1/auth/login";
  const call = { provider: "monnify", method: "POST", baseUrl, path, headers: { authorization } } as const;
  return requireData("monnify: a token", await callBank(call, Login)).responseBody.accessToken;
}

function toIssuedAccount({ responseBody }: z.output<typeof Reserved>): IssuedAccount {
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

import { z } from "zod";
import { bankUnavailable, callBank, credential } from "../call";
import { resolveBank } from "../directory";
import type { AccountRequest, Confirmation, IssuedAccount, ProviderContext } from "../provider";
import { readKobo } from "../wire/amount";
import { entryOf, listOf, part, word } from "../wire/message";
import { cutText } from "../wire/text";

const Token = z.object({ code: z.literal("00"), data: z.object({ access_token: z.string().min(1) }) });
const Issued = z.object({
  code: z.literal("00"),
  data: z.object({
    bankAccountNumber: z.string().regex(/^\d{10}$/),
    bankName: z.string(),
    bankAccountName: z.string(),
    expired: z.boolean().nullish(),
  }),
});
const Found = z.object({
  code: z.literal("00"),
  data: z.object({
    results: listOf(
      part({ transactionId: word, transactionRef: word, amount: word, type: word, status: word }),
    ),
  }),
});

/** Left out, an account lasts five minutes, says an older page [D]; an event's lasts as long as people may pay. */
const EXPIRY = "2099-12-31 23:59:59";
/** What Nomba takes for the name of an account, in characters [D]. */
const NAME_LENGTH = { least: 8, most: 64 };
/** The words of a re-query's `status` [C]. */
const STATUSES: Record<string, Confirmation["status"]> = {
  successful: "successful",
  success: "successful",
  pending: "pending",
  failed: "failed",
  reversed: "failed",
};

/**
 * Has Nomba issue a virtual account under our reference, far from expiry and for any amount. Nomba refuses a
 * reference it knows: then the account issued before is fetched (that path is [C]), so a retry gets the same one.
 * Throws `Failure("unavailable")` when Nomba refuses, does not answer, or issues an account that has expired.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const nomba = await connect(context);
  const name = request.name.length < NAME_LENGTH.least ? `${request.name} collection` : request.name;
  const body = {
    accountRef: request.reference,
    accountName: cutText(name, NAME_LENGTH.most).trim(),
    currency: "NGN",
    expiryDate: EXPIRY,
  };
  const issued = await callBank({ ...nomba, method: "POST", path: "/v1/accounts/virtual", body }, Issued);
  if (issued.data) return accountOf(issued.data);

  const path = `/v1/accounts/virtual/${encodeURIComponent(request.reference)}`;
  const known = await callBank({ ...nomba, method: "GET", path }, Issued);
  if (known.data) return accountOf(known.data);
  throw bankUnavailable(`nomba answered ${issued.status} to a new account, and knows none`);
}

/**
 * Asks Nomba whether a payment is real, for its notices' signatures do not cover the amount. `unknown` where Nomba
 * does not list it yet. The call's fields are [C]. Throws `Failure("unavailable")` when Nomba does not answer.
 */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const nomba = await connect(context);
  const body = { transactionRef: paymentKey, pageSize: 100 };
  const found = await callBank({ ...nomba, method: "POST", path: "/v1/transactions/accounts", body }, Found);
  if (!found.data) throw bankUnavailable(`nomba answered ${found.status} to a re-query`);
  const own = found.data.data.results.find(
    (one) =>
      (one?.transactionId === paymentKey || one?.transactionRef === paymentKey) && one.type !== "debit",
  );
  const status = entryOf(STATUSES, own?.status?.toLowerCase()) ?? "unknown";
  const amount = readKobo(own?.amount, "naira");
  return amount === undefined ? { status } : { status, amount };
}

/** What every call of Nomba's API starts from: the parent account and a fresh token. */
async function connect({ credentials, baseUrl }: ProviderContext) {
  const accountId = credential(credentials.NOMBA_ACCOUNT_ID, "NOMBA_ACCOUNT_ID");
  const body = {
    grant_type: "client_credentials",
    client_id: credential(credentials.NOMBA_CLIENT_ID, "NOMBA_CLIENT_ID"),
    client_secret: credential(credentials.NOMBA_CLIENT_SECRET, "NOMBA_CLIENT_SECRET"),
  };
  const nomba = { provider: "nomba", baseUrl, headers: { accountId } };
  const answer = await callBank({ ...nomba, method: "POST", path: "/v1/auth/token/issue", body }, Token);
  if (!answer.data) throw bankUnavailable(`nomba answered ${answer.status} to the request for a token`);
  return { ...nomba, headers: { accountId, authorization: `Bearer ${answer.data.data.access_token}` } };
}

function accountOf({ data }: z.output<typeof Issued>): IssuedAccount {
  if (data.expired) throw bankUnavailable("nomba issued an account that has expired");
  return {
    accountNumber: data.bankAccountNumber,
    bankName: data.bankName,
    bankCode: resolveBank(data.bankName)?.code ?? "",
    bankAccountName: data.bankAccountName,
  };
}

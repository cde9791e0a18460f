import { z } from "zod";
import { resolveBank } from "../bank-names";
import { bankUnavailable } from "../http-client";
import { cutText } from "../parsing/text";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";
import { callNomba } from "./session";

const Issued = z.object({
  code: z.literal("00"),
  data: z.object({
    bankAccountNumber: z.string().regex(/^\d{10}$/),
    bankName: z.string(),
    bankAccountName: z.string(),
    expired: z.boolean().nullish(),
  }),
});
/** A refusal can come with the status 200 [D]. */
const Refused = z.object({ code: z.string().refine((code) => code !== "00") });

/** Left out, an account lasts five minutes, says an older page [D]; an event's lasts as long as people may pay. */
const EXPIRY = "2099-12-31 23:59:59";
/** What Nomba takes for the name of an account, in characters [D]. */
const NAME_LENGTH = { least: 8, most: 64 };

/**
 * Has Nomba issue a virtual account under our reference, far from expiry and for any amount. Nomba refuses a
 * reference it knows: then the account issued before is fetched [D], so a retry gets the same one.
 * Throws `Failure("unavailable")` when Nomba refuses, does not answer, or issues an account that has expired.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const name = request.name.length < NAME_LENGTH.least ? `${request.name} collection` : request.name;
  const body = {
    accountRef: request.reference,
    accountName: cutText(name, NAME_LENGTH.most).trim(),
    currency: "NGN",
    expiryDate: EXPIRY,
  };
  const answer = z.union([Issued, Refused]);
  const issued = await callNomba(context, { method: "POST", path: "/v1/accounts/virtual", body }, answer);
  if (isIssued(issued.data)) return accountOf(issued.data);

  const path = `/v1/accounts/virtual/${encodeURIComponent(request.reference)}`;
  const known = await callNomba(context, { method: "GET", path }, answer);
  if (isIssued(known.data)) return accountOf(known.data);
  throw bankUnavailable(`nomba answered ${issued.status} to a new account, and knows none`);
}

const isIssued = (answer: object | undefined): answer is z.output<typeof Issued> =>
  answer !== undefined && "data" in answer;

function accountOf({ data }: z.output<typeof Issued>): IssuedAccount {
  if (data.expired) throw bankUnavailable("nomba issued an account that has expired");
  return {
    accountNumber: data.bankAccountNumber,
    bankName: data.bankName,
    bankCode: resolveBank(data.bankName)?.code ?? "",
    bankAccountName: data.bankAccountName,
  };
}

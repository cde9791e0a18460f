import { z } from "zod";
import { resolveBank } from "../parsing/bank-names";
import { truncateText } from "../parsing/text";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";
import { bankUnavailable, toRefusalFailure } from "../refusals";
import { callNomba } from "./session";

const Issued = z.object({
  data: z.object({
    bankAccountNumber: z.string().regex(/^\d{10}$/),
    bankName: z.string(),
    bankAccountName: z.string(),
    expired: z.boolean().nullish(),
  }),
});
/** Without an expiry an account lasts five minutes according to an older page [D]; an event needs it for longer. */
const EXPIRY = "2099-12-31 23:59:59";
/** The limits of an account's name, in characters [D]. */
const NAME_LENGTH = { min: 8, max: 64 };

/**
 * Requests a virtual account under our reference, with a far expiry and for any amount. Nomba refuses an existing
 * reference; the existing account is then fetched [D], so a retry returns the same one. Throws `Failure("bank_refused")` if
 * Nomba refuses and has no existing account, `Failure("unavailable")` if it does not respond or returns an expired account.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const name = request.name.length < NAME_LENGTH.min ? `${request.name} collection` : request.name;
  const body = {
    accountRef: request.reference,
    accountName: truncateText(name, NAME_LENGTH.max).trim(),
    currency: "NGN",
    expiryDate: EXPIRY,
  };
  const issued = await callNomba(context, { method: "POST", path: "/v1/accounts/virtual", body }, Issued);
  if (!issued.refusal) return toIssuedAccount(issued.data);

  const path = `/v1/accounts/virtual/${encodeURIComponent(request.reference)}`;
  const existing = await callNomba(context, { method: "GET", path }, Issued);
  if (!existing.refusal) return toIssuedAccount(existing.data);
  throw toRefusalFailure("nomba: a new account", issued.refusal);
}

function toIssuedAccount({ data }: z.output<typeof Issued>): IssuedAccount {
  if (data.expired) throw bankUnavailable("nomba issued an account that has expired");
  return {
    accountNumber: data.bankAccountNumber,
    bankName: data.bankName,
    bankCode: resolveBank(data.bankName)?.code ?? "",
    bankAccountName: data.bankAccountName,
  };
}

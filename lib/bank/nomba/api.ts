import { z } from "zod";
import { bankUnavailable } from "../http-client";
import { resolveBank } from "../parsing/bank-names";
import { truncateText } from "../parsing/text";
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
/** A refusal can have the status 200 [D]. */
const Refused = z.object({ code: z.string().refine((code) => code !== "00") });

/** Without an expiry an account lasts five minutes according to an older page [D]; an event needs it for longer. */
const EXPIRY = "2099-12-31 23:59:59";
/** The limits of an account's name, in characters [D]. */
const NAME_LENGTH = { min: 8, max: 64 };

/**
 * Requests a virtual account under our reference, with a far expiry and for any amount. Nomba refuses an existing
 * reference; the existing account is then fetched [D], so a retry returns the same one. Throws `Failure("unavailable")` if
 * Nomba refuses, does not respond, or returns an expired account.
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
  const responseShape = z.union([Issued, Refused]);
  const issued = await callNomba(
    context,
    { method: "POST", path: "/v1/accounts/virtual", body },
    responseShape,
  );
  if (isIssued(issued.data)) return toIssuedAccount(issued.data);

  const path = `/v1/accounts/virtual/${encodeURIComponent(request.reference)}`;
  const existing = await callNomba(context, { method: "GET", path }, responseShape);
  if (isIssued(existing.data)) return toIssuedAccount(existing.data);
  throw bankUnavailable(`nomba answered ${issued.status} to a new account, and has no existing one`);
}

const isIssued = (response: object | undefined): response is z.output<typeof Issued> =>
  response !== undefined && "data" in response;

function toIssuedAccount({ data }: z.output<typeof Issued>): IssuedAccount {
  if (data.expired) throw bankUnavailable("nomba issued an account that has expired");
  return {
    accountNumber: data.bankAccountNumber,
    bankName: data.bankName,
    bankCode: resolveBank(data.bankName)?.code ?? "",
    bankAccountName: data.bankAccountName,
  };
}

import { z } from "zod";
import { DAY_MS } from "@/lib/core/time/durations";
import { log } from "@/lib/log";
import { type BankResponse, requireData } from "../http-client";
import { resolveBank } from "../parsing/bank-names";
import { truncateText } from "../parsing/text";
import { parseBankTime } from "../parsing/time";
import type { AccountRequest, ClosableAccount, IssuedAccount, ProviderContext } from "../provider";
import { toRefusalFailure } from "../refusals";
import { callNomba } from "./session";

const accountNumber = z.string().regex(/^\d{10}$/);
/** A virtual account, as issued and as listed. */
export const Account = z.object({
  bankAccountNumber: accountNumber.nullish(),
  /** The member's name in one sample of the sandbox [D]. */
  accountNumber: accountNumber.nullish(),
  accountName: z.string().nullish(),
  bankName: z.string().nullish(),
  bankAccountName: z.string().nullish(),
  expiryDate: z.string().nullish(),
  expired: z.boolean().nullish(),
});
const Issued = z.object({
  data: Account.refine((data) => data.bankAccountNumber || data.accountNumber, "no account number"),
});
type Account = z.output<typeof Account>;

/**
 * Without an expiry an account lasts five minutes according to an older page and for ever according to the current one [D],
 * so a far one is requested. Whether Nomba accepts it is not documented [?]; it is read back.
 */
const EXPIRY = "2099-12-31 23:59:59";
/** The shortest accepted lifetime of a new account, in days: events are prepared long before. */
const MIN_LIFETIME_DAYS = 365;
/** The limits of an account's name, in characters [D]. */
const NAME_LENGTH = { min: 8, max: 64 };
/** The bank of Nomba's accounts if a response does not name it. */
const BANK_NAME = "Nombank MFB";
const ACCOUNTS = "/v1/accounts/virtual";
/** A permanent code [D], with which a look-up answers that there is no such account; its meaning is not documented [?]. */
const NO_ACCOUNT = "05";

const pathOf = (reference: string) => `${ACCOUNTS}/${encodeURIComponent(reference)}`;

/**
 * Requests a virtual account under our reference, of the organisation's or the configured sub-account, with a far expiry and for any amount. Nomba
 * refuses an existing reference; the existing account is then fetched [D], so a retry returns the same one. Throws
 * `Failure("bank_refused")` if Nomba refuses and has no existing account, or the account expires within a year;
 * `Failure("unavailable")` if it does not respond.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const { share } = request;
  const subAccount =
    share?.provider === "nomba" ? share.subAccountId : context.credentials.NOMBA_SUB_ACCOUNT_ID;
  const path = subAccount ? pathOf(subAccount) : ACCOUNTS;
  const body = {
    accountRef: request.reference,
    accountName: nameOf(request.name),
    currency: "NGN",
    expiryDate: EXPIRY,
  };
  const issued = await callNomba(context, { method: "POST", path, body }, Issued);
  if (!issued.refusal && issued.data.data.expiryDate) return toIssuedAccount(issued.data.data, request);

  const existing = await callNomba(context, { method: "GET", path: pathOf(request.reference) }, Issued);
  if (!existing.refusal) return toIssuedAccount(existing.data.data, request);
  if (issued.refusal) throw toRefusalFailure("nomba: a new account", issued.refusal);
  log.warn({ session: request.reference }, "the expiry of a new account at nomba could not be read");
  return toIssuedAccount(issued.data.data, request);
}

function nameOf(event: string): string {
  const name = event.length < NAME_LENGTH.min ? `${event} collection` : event;
  return truncateText(name, NAME_LENGTH.max).trim();
}

/**
 * Closes the session's account: it expires at once [D]. Throws like `provisionAccount`.
 */
export async function closeAccount(
  { reference, accountNumber }: ClosableAccount,
  context: ProviderContext,
): Promise<"closed" | "absent"> {
  const found = await callNomba(context, { method: "GET", path: pathOf(reference) }, Issued);
  if (isAbsent(found)) return "absent";
  const { data } = requireData("nomba: an account", found);
  if (numberOf(data) !== accountNumber || data.expired) return "absent";
  const closed = await callNomba(context, { method: "DELETE", path: pathOf(reference) }, z.unknown());
  requireData("nomba: closing an account", closed);
  return "closed";
}

/** Whether a look-up found no account. Any other refusal says nothing about the account, which can be open. */
const isAbsent = ({ status, refusal }: BankResponse<unknown>): boolean =>
  status === 404 || refusal?.code === NO_ACCOUNT;

/** Returns an account's number; `""` if the response has none. */
export const numberOf = (account: Account): string =>
  account.bankAccountNumber || account.accountNumber || "";

/** A response that states no expiry is of an account that lasts for ever, according to the current page [D]. */
function toIssuedAccount(account: Account, request: AccountRequest): IssuedAccount {
  const expiry = parseBankTime(account.expiryDate, "UTC");
  if (account.expired || (expiry && expiry.getTime() < Date.now() + MIN_LIFETIME_DAYS * DAY_MS)) {
    const reason = `The account expires too early, on ${expiry?.toISOString().slice(0, 10) ?? "a past day"}`;
    throw toRefusalFailure("nomba: a new account", { status: 200, code: "", reason, isTransient: false });
  }
  const fields = toAccountFields(account);
  return { ...fields, bankAccountName: account.bankAccountName || request.name };
}

/** Returns a virtual account under the service's names. */
export function toAccountFields(account: Account): IssuedAccount {
  const bankName = account.bankName || BANK_NAME;
  return {
    accountNumber: numberOf(account),
    bankName,
    bankCode: resolveBank(bankName)?.code ?? "",
    bankAccountName: account.bankAccountName || account.accountName || "",
  };
}

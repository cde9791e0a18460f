import { z } from "zod";
import { callBank, requireCredential, requireData } from "../http-client";
import { resolveBank } from "../parsing/bank-names";
import type { AccountRequest, IssuedAccount, ProviderContext } from "../provider";
import { bankUnavailable } from "../refusals";

const Customer = z.object({ data: z.object({ id: z.string(), customer_code: z.string().min(1) }) });
const Account = z.object({
  account_number: z.string().regex(/^\d{10}$/),
  account_name: z.string(),
  bank: z.object({ name: z.string() }),
  active: z.boolean().nullish(),
  assignment: z.object({ expired: z.boolean().nullish() }).nullish(),
});
const Issued = z.object({ data: Account });
const Listed = z.object({
  data: z.array(z.object({ customer: z.object({ customer_code: z.string() }).nullish() }).loose()),
});

/** The e-mail of a session's customer: the configured address plus the session's id. Paystack's accounts need a customer. */
function customerEmail(address: string, reference: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${reference}${address.slice(at)}`;
}

/** Splits a name: Paystack requires a first and a last name and calls the account `<BUSINESS> / <first> <last>`. */
function nameParts(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  return words.length === 1
    ? { first_name: name.trim(), last_name: "Event" }
    : { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1) ?? "" };
}

/**
 * Issues a dedicated virtual account in naira. The customer is found by its address and the account by the customer, so a
 * retry returns the same account. Throws `Failure("unavailable")` if Paystack refuses, does not respond, or is still
 * assigning (its `assign` call is asynchronous; this one is not).
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const { credentials, baseUrl } = context;
  const secret = requireCredential(credentials.PAYSTACK_SECRET_KEY, "PAYSTACK_SECRET_KEY");
  const address = requireCredential(credentials.PAYSTACK_CUSTOMER_EMAIL, "PAYSTACK_CUSTOMER_EMAIL");
  const preferred_bank = requireCredential(credentials.PAYSTACK_PREFERRED_BANK, "PAYSTACK_PREFERRED_BANK");
  const paystack = { provider: "paystack", baseUrl, headers: { authorization: `Bearer ${secret}` } };

  const customerBody = { email: customerEmail(address, request.reference), ...nameParts(request.name) };
  const created = await callBank(
    { ...paystack, method: "POST", path: "/customer", body: customerBody },
    Customer,
  );
  const customer = requireData("paystack: a new customer", created).data;

  const path = `/dedicated_account?active=true&currency=NGN&customer=${encodeURIComponent(customer.id)}`;
  const listed = await callBank({ ...paystack, method: "GET", path }, Listed);
  const own = listed.data?.data.find((one) => one.customer?.customer_code === customer.customer_code);
  const existing = Account.safeParse(own).data;
  if (existing) return toIssuedAccount(existing);

  const body = { customer: customer.customer_code, preferred_bank };
  const issued = await callBank({ ...paystack, method: "POST", path: "/dedicated_account", body }, Issued);
  return toIssuedAccount(requireData("paystack: a new account", issued).data);
}

function toIssuedAccount(account: z.output<typeof Account>): IssuedAccount {
  if (account.active === false || account.assignment?.expired) {
    throw bankUnavailable("paystack issued an account that cannot be paid into");
  }
  return {
    accountNumber: account.account_number,
    bankName: account.bank.name,
    bankCode: resolveBank(account.bank.name)?.code ?? "",
    bankAccountName: account.account_name,
  };
}

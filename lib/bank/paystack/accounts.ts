import { z } from "zod";
import { requireCredential, requireData } from "../http-client";
import { resolveBank } from "../parsing/bank-names";
import { splitName } from "../parsing/customer";
import type { AccountRequest, ClosableAccount, IssuedAccount, ProviderContext } from "../provider";
import { bankUnavailable } from "../refusals";
import { isAssigning, requestAssignment } from "./assign";
import { callPaystack } from "./client";
import { customerEmail, isIdentificationRequired, requestIdentification } from "./customers";

const Customer = z.object({
  data: z.object({ id: z.string(), customer_code: z.string().min(1), createdAt: z.string().nullish() }),
});
/** A dedicated account, as issued and as listed. */
export const Account = z.object({
  id: z.string().nullish(),
  account_number: z.string().regex(/^\d{10}$/),
  account_name: z.string(),
  bank: z.object({ name: z.string() }),
  active: z.boolean().nullish(),
  /** False after the account was closed; `active` then stays true [D]. */
  assigned: z.boolean().nullish(),
  assignment: z.object({ expired: z.boolean().nullish() }).nullish(),
});
const Issued = z.object({ data: Account });
const Closed = z.object({ data: z.object({ assigned: z.literal(false) }) });
const Listed = z.object({
  data: z.array(z.object({ customer: z.object({ customer_code: z.string() }).nullish() }).loose()),
});
type Customer = z.output<typeof Customer>["data"];

/**
 * Issues a dedicated virtual account in naira. The customer is found by its address and the account by the customer, so a
 * retry returns the same account. Where the business category needs it, requests the customer's identification, or with
 * `PAYSTACK_ASSIGN_ACCOUNTS` the assignment in a single step; both take a while: `Failure("unavailable")` until they are
 * done, and `Failure("bank_refused")` with the reason that Paystack's notification reports. Throws `Failure("bank_refused")` if Paystack refuses for good,
 * `Failure("unavailable")` if it does not respond or returns an account that cannot be paid into.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  if (isAssigning(context)) return findAssignedAccount(request, context);
  const { credentials } = context;
  const phone = requireCredential(credentials.PAYSTACK_CUSTOMER_PHONE, "PAYSTACK_CUSTOMER_PHONE");
  const preferred_bank = requireCredential(credentials.PAYSTACK_PREFERRED_BANK, "PAYSTACK_PREFERRED_BANK");
  const { first, last } = splitName(request.name);
  const holder = { first_name: first, last_name: last, phone };

  const customerBody = { email: customerEmail(request.reference, context), ...holder };
  const created = await callPaystack(
    context,
    { method: "POST", path: "/customer", body: customerBody },
    Customer,
  );
  const customer = requireData("paystack: a new customer", created).data;
  const existing = await findAccount(customer, context);
  if (existing) return toIssuedAccount(existing);

  const body = { customer: customer.customer_code, preferred_bank, ...holder, ...splitOf(request) };
  const issued = await callPaystack(context, { method: "POST", path: "/dedicated_account", body }, Issued);
  if (issued.refusal && isIdentificationRequired(issued.refusal))
    throw await requestIdentification(customer.customer_code, request.failure, context);
  return toIssuedAccount(requireData("paystack: a new account", issued).data);
}

/** Returns the account that was assigned to the session's customer. Requests it, and throws, if there is none yet. */
async function findAssignedAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const customer = await findCustomer(request.reference, context);
  const existing = customer && (await findAccount(customer, context));
  if (existing) return toIssuedAccount(existing);
  throw await requestAssignment({ ...request, split: splitOf(request) }, customer, context);
}

/** Finds the session's customer by its address. */
async function findCustomer(reference: string, context: ProviderContext): Promise<Customer | undefined> {
  const path = `/customer/${encodeURIComponent(customerEmail(reference, context))}`;
  const found = await callPaystack(context, { method: "GET", path }, Customer);
  return found.status === 404 ? undefined : requireData("paystack: a customer", found).data;
}

/** The members that give the organisation its share of the account's payments [D]. */
function splitOf({ share }: AccountRequest): Record<string, string> {
  if (share?.provider !== "paystack") return {};
  return "subaccount" in share ? { subaccount: share.subaccount } : { split_code: share.splitCode };
}

/** Finds the open account of a customer. A list of another customer's accounts is not used. */
async function findAccount({ id, customer_code }: Customer, context: ProviderContext) {
  const path = `/dedicated_account?active=true&currency=NGN&customer=${encodeURIComponent(id)}`;
  const listed = await callPaystack(context, { method: "GET", path }, Listed);
  const { data } =
    listed.status === 404 ? { data: [] } : requireData("paystack: the list of accounts", listed);
  return data
    .filter(({ customer }) => customer?.customer_code === customer_code)
    .flatMap((one) => Account.safeParse(one).data ?? [])
    .find(({ assigned }) => assigned !== false);
}

/**
 * Closes the session's dedicated account: Paystack unassigns it from the customer. Whether the number is issued again is
 * not documented [?]. Throws like `provisionAccount`.
 */
export async function closeAccount(
  { reference, accountNumber }: ClosableAccount,
  context: ProviderContext,
): Promise<"closed" | "absent"> {
  const customer = await findCustomer(reference, context);
  if (!customer) return "absent";
  const account = await findAccount(customer, context);
  if (!account?.id || account.account_number !== accountNumber) return "absent";
  const deletion = {
    method: "DELETE",
    path: `/dedicated_account/${encodeURIComponent(account.id)}`,
  } as const;
  const closed = await callPaystack(context, deletion, Closed);
  if (closed.status === 404) return "absent";
  requireData("paystack: closing an account", closed);
  return "closed";
}

function toIssuedAccount(account: z.output<typeof Account>): IssuedAccount {
  if (account.active === false || account.assignment?.expired) {
    throw bankUnavailable("paystack issued an account that cannot be paid into");
  }
  return toAccountFields(account);
}

/** Returns a dedicated account under the service's names. */
export function toAccountFields(account: z.output<typeof Account>): IssuedAccount {
  return {
    accountNumber: account.account_number,
    bankName: account.bank.name,
    bankCode: resolveBank(account.bank.name)?.code ?? "",
    bankAccountName: account.account_name,
  };
}

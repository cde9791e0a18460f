import { z } from "zod";
import { requireCredential, requireData } from "../http-client";
import { resolveBank } from "../parsing/bank-names";
import { splitName, toCustomerEmail } from "../parsing/customer";
import type { AccountRequest, ClosableAccount, IssuedAccount, ProviderContext } from "../provider";
import { toRefusalFailure } from "../refusals";
import { callFlutterwave, postOnce } from "./client";

const Account = z.object({
  id: z.string().min(1),
  reference: z.string(),
  account_number: z.string().regex(/^\d{10}$/),
  account_bank_name: z.string(),
  account_type: z.string(),
  status: z.string(),
});
type Account = z.output<typeof Account>;
const Issued = z.object({ data: Account });
const Listed = z.object({ data: z.array(Account) });
const Customer = z.object({ data: z.object({ id: z.string().min(1) }) });

const ACCOUNTS = "/virtual-accounts";
const CUSTOMERS = "/customers";

/**
 * Opens a static account under our reference, for a customer of its own. The account of an earlier attempt is looked up
 * first, and both requests have an idempotency key, so a retry returns the same account. Throws `Failure("bank_refused")` if
 * Flutterwave refuses for good or the account is closed or not static, `Failure("unavailable")` if it does not respond.
 */
export async function provisionAccount(
  request: AccountRequest,
  context: ProviderContext,
): Promise<IssuedAccount> {
  const existing = await findAccount(request.reference, context);
  if (existing) return toIssuedAccount(existing, request);
  const { FLUTTERWAVE_BVN: bvn, FLUTTERWAVE_NIN: nin } = context.credentials;
  if (!nin) requireCredential(bvn, "FLUTTERWAVE_BVN or FLUTTERWAVE_NIN");
  const body = {
    reference: request.reference,
    customer_id: await createCustomer(request, context),
    // An amount of 0 is documented for static accounts, which accept any amount.
    amount: 0,
    currency: "NGN",
    account_type: "static",
    narration: request.name,
    ...(bvn && { bvn }),
    ...(nin && { nin }),
  };
  const issued = await postOnce(context, ACCOUNTS, body, Issued);
  return toIssuedAccount(requireData("flutterwave: a new account", issued).data, request);
}

/** Creates the session's customer, who has the configured address with the session's id; a repetition returns the same one. */
async function createCustomer({ reference, name }: AccountRequest, context: ProviderContext) {
  const { FLUTTERWAVE_CUSTOMER_EMAIL: address } = context.credentials;
  const email = toCustomerEmail(requireCredential(address, "FLUTTERWAVE_CUSTOMER_EMAIL"), reference);
  const created = await postOnce(context, CUSTOMERS, { email, name: splitName(name) }, Customer);
  return requireData("flutterwave: a customer", created).data.id;
}

async function findAccount(reference: string, context: ProviderContext): Promise<Account | undefined> {
  const path = `${ACCOUNTS}?reference=${encodeURIComponent(reference)}`;
  const listed = await callFlutterwave(context, { method: "GET", path }, Listed);
  if (listed.status === 404) return undefined;
  const { data } = requireData("flutterwave: the list of accounts", listed);
  return data.find((account) => account.reference === reference);
}

/** Closes the session's account: Flutterwave sets it to inactive [D]. Throws like `provisionAccount`. */
export async function closeAccount(
  { reference, accountNumber }: ClosableAccount,
  context: ProviderContext,
): Promise<"closed" | "absent"> {
  const account = await findAccount(reference, context);
  if (account?.account_number !== accountNumber || account.status !== "active") return "absent";
  const path = `${ACCOUNTS}/${encodeURIComponent(account.id)}`;
  const body = { action_type: "update_status", status: "inactive" };
  const closed = await callFlutterwave(context, { method: "PUT", path, body }, Issued);
  if (closed.status === 404) return "absent";
  requireData("flutterwave: closing an account", closed);
  return "closed";
}

function toIssuedAccount(account: Account, { name }: AccountRequest): IssuedAccount {
  const reason =
    account.status !== "active"
      ? "The account is not active"
      : account.account_type !== "static" && "The account is not static";
  if (reason)
    throw toRefusalFailure("flutterwave: a new account", {
      status: 200,
      code: "",
      reason,
      isTransient: false,
    });
  return {
    accountNumber: account.account_number,
    bankName: account.account_bank_name,
    bankCode: resolveBank(account.account_bank_name)?.code ?? "",
    // The response has no name; the requested one is shown to the payer [D].
    bankAccountName: name,
  };
}

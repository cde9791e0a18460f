import { z } from "zod";
import type { Failure } from "@/lib/core/errors/errors";
import { requireCredential } from "../http-client";
import { splitName } from "../parsing/customer";
import { parseBankTime } from "../parsing/time";
import type { AccountRequest, ProviderContext } from "../provider";
import { bankOpening, toRefusalFailure } from "../refusals";
import { callPaystack } from "./client";
import { customerEmail, identityOf, OPENING_RETRY_SECONDS, toOpeningRefusal } from "./customers";

/** How long after its customer was created an assignment without a result counts as running [?]; then it is sent again. */
const RUNNING_MS = 10 * 60_000;

/**
 * Whether accounts are opened in a single step, by the setting `PAYSTACK_ASSIGN_ACCOUNTS`. Throws
 * `Failure("bank_refused")` for another value than `true` or `false`.
 */
export function isAssigning({ credentials: { PAYSTACK_ASSIGN_ACCOUNTS: value } }: ProviderContext): boolean {
  if (!value || value === "false") return false;
  if (value === "true") return true;
  const reason = "PAYSTACK_ASSIGN_ACCOUNTS must be true or false";
  throw toRefusalFailure("paystack: a new account", { status: 400, code: "", reason, isTransient: false });
}

/** The session's customer at Paystack, which has no account. */
interface WaitingCustomer {
  createdAt?: string | null | undefined;
}

/**
 * Requests that Paystack creates the customer, identifies it if an identity is configured, and assigns an account, with
 * `POST /dedicated_account/assign` [D]. Returns the failure to throw meanwhile: `unavailable` with a retry time, or
 * `bank_refused` if Paystack refuses or has just reported a failure. Paystack reports the result in
 * `dedicatedaccount.assign.success` or `failed`; a later attempt finds the account. A request that still runs is not sent
 * again, because whether Paystack would assign a second account is not documented [?].
 */
export async function requestAssignment(
  request: AccountRequest & { split: Record<string, string> },
  customer: WaitingCustomer | undefined,
  context: ProviderContext,
): Promise<Failure> {
  if (request.failure) return toOpeningRefusal(request.failure);
  if (!isRunning(customer)) {
    const body = assignmentOf(request, context);
    const call = { method: "POST", path: "/dedicated_account/assign", body } as const;
    const accepted = await callPaystack(context, call, z.unknown());
    if (accepted.refusal) return toRefusalFailure("paystack: assigning an account", accepted.refusal);
  }
  return bankOpening("paystack is assigning the account", OPENING_RETRY_SECONDS);
}

function isRunning(customer: WaitingCustomer | undefined): boolean {
  const createdAt = parseBankTime(customer?.createdAt);
  return createdAt !== undefined && createdAt.getTime() > Date.now() - RUNNING_MS;
}

/** The body of the request. An identified customer has the configured name, as the BVN's holder; else the event's. */
function assignmentOf(
  { reference, name, split }: AccountRequest & { split: Record<string, string> },
  context: ProviderContext,
): Record<string, string | undefined> {
  const { credentials } = context;
  const { first, last } = splitName(name);
  return {
    email: customerEmail(reference, context),
    phone: requireCredential(credentials.PAYSTACK_CUSTOMER_PHONE, "PAYSTACK_CUSTOMER_PHONE"),
    preferred_bank: requireCredential(credentials.PAYSTACK_PREFERRED_BANK, "PAYSTACK_PREFERRED_BANK"),
    country: "NG",
    ...{ first_name: first, last_name: last },
    ...identityOf(credentials),
    ...split,
  };
}

import type { ReactNode } from "react";
import { bankName } from "../shared/format/bank-name";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import type { ChecklistItemJson } from "./api";

/** Where each bank takes the webhook address (`docs/banks`). */
const WEBHOOK_SETTINGS: Record<string, string> = {
  paystack: "as the webhook URL for live keys in Paystack's dashboard",
  monnify:
    "in Monnify's dashboard, as all four webhook URLs: transactions, refunds, disbursements and settlements",
  nomba: "as the webhook URL in Nomba's dashboard, with a subscription to each kind of notification",
  lenco: "by mail to Lenco's support",
  moniepoint: "as the URL of the webhook subscription in Moniepoint's dashboard",
  flutterwave: "under webhooks in Flutterwave's dashboard",
};

/** What the texts of a checklist need of its connection. */
export interface ChecklistSubject {
  provider: string;
  /** Whether the bank tries credentials. */
  isTried: boolean;
  lastNotifiedAt: string | null;
  /** Whether it is the organisation's own, whose webhook address its owner enters. */
  isOwn: boolean;
}

export const ITEM_TITLES: Record<ChecklistItemJson["item"], string> = {
  credentials: "The credentials are accepted",
  default: "New live events get their account here",
  webhook: "Notifications of the bank arrive",
  list: "The bank's list of payments is read",
  account: "A live event has an account or a device here",
  payment: "A payment of ₦100 is recognised",
};

const At = ({ at }: { at: string | null }) => at && <Instant at={at} as="day-time" />;

function describeCredentials({ state, at }: ChecklistItemJson, { provider, isTried }: ChecklistSubject) {
  if (state === "problem") return "They cannot be read any more. Remove the connection and add it again.";
  const accepted = isTried
    ? `Accepted by ${bankName(provider)}`
    : `Saved; ${bankName(provider)} has no test for them`;
  return (
    <>
      {accepted}, <At at={at} />
    </>
  );
}

function describeDefault({ state }: ChecklistItemJson) {
  if (state === "to_do") return "Choose “Use for new events”, or attach an account that exists at the bank.";
  return state === "done" ? null : "This connection opens no accounts. Attach one, or pair a device.";
}

function describeWebhook({ state, at }: ChecklistItemJson, { provider, lastNotifiedAt }: ChecklistSubject) {
  if (state !== "done")
    return `Enter the webhook address above ${WEBHOOK_SETTINGS[provider] ?? "at the bank"}, then make a payment.`;
  return (
    <>
      First <At at={at} />, last <At at={lastNotifiedAt} />
    </>
  );
}

function describeList({ state, at }: ChecklistItemJson, { provider }: ChecklistSubject) {
  const name = bankName(provider);
  if (state === "to_do") return "It is read for the first time within minutes. There is nothing to do.";
  if (state === "not_needed")
    return `The service reads no list of ${name}: a payment whose notification is lost is not found.`;
  return (
    <>
      {state === "problem" && "It cannot be read. Check the credentials at the bank. "}
      {at ? "Last read " : ""}
      <At at={at} />
    </>
  );
}

function describeAccount({ state, at }: ChecklistItemJson) {
  if (state === "done") return <At at={at} />;
  return "Create a live event with an account, or pair a device with a terminal.";
}

function describePayment({ state, at, amount }: ChecklistItemJson, { isOwn }: ChecklistSubject) {
  if (state === "to_do")
    return "Pay ₦100 into the event's account, or on its device. It appears here by itself.";
  const remedy = isOwn
    ? "Check the webhook address at the bank."
    : "Ask the operator of the service to check the webhook address.";
  return (
    <>
      {amount && <Naira amount={amount} />}, <At at={at} />
      {state === "problem" && `: found in the bank's list only, no notification came. ${remedy}`}
    </>
  );
}

const DESCRIPTIONS: Record<
  ChecklistItemJson["item"],
  (item: ChecklistItemJson, subject: ChecklistSubject) => ReactNode
> = {
  credentials: describeCredentials,
  default: describeDefault,
  webhook: describeWebhook,
  list: describeList,
  account: describeAccount,
  payment: describePayment,
};

/** Returns what an item's state means, and what to do if it is not done. */
export const describeItem = (item: ChecklistItemJson, subject: ChecklistSubject): ReactNode =>
  DESCRIPTIONS[item.item](item, subject);

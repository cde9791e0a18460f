import type { ReactNode } from "react";
import { bankName } from "../shared/format/bank-name";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import type { ChecklistItemJson } from "./api";
import * as texts from "./texts";

/** Where the webhook address is entered at each bank (`docs/banks`). */
const WEBHOOK_SETTINGS: Record<string, string> = {
  paystack: texts.enterItInPaystacksDashboard,
  monnify: texts.enterItInMonnifysDashboard,
  nomba: texts.enterItInNombasDashboard,
  lenco: texts.sendItToLencosSupport,
  moniepoint: texts.enterItInMoniepointsDashboard,
  flutterwave: texts.enterItInFlutterwavesDashboard,
};

/** The properties of a connection that its checklist texts use. */
export interface ChecklistSubject {
  provider: string;
  /** Whether the bank has a call that tests credentials. */
  isTried: boolean;
  lastNotifiedAt: string | null;
  /** Whether it is the organisation's own, whose webhook address its owner enters. */
  isOwn: boolean;
}

export const ITEM_TITLES: Record<ChecklistItemJson["item"], string> = {
  credentials: texts.theCredentialsAreAccepted,
  default: texts.newEventsGetAccountHere,
  webhook: texts.notificationsFromTheBankArrive,
  list: texts.theBanksListIsRead,
  account: texts.liveEventHasAccountOrDevice,
  payment: texts.naira100PaymentIsRecognised,
};

const At = ({ at }: { at: string | null }) => at && <Instant at={at} as="day-time" />;

function describeCredentials({ state, at }: ChecklistItemJson, { provider, isTried }: ChecklistSubject) {
  if (state === "problem") return texts.theyCanNoLongerBeRead;
  const accepted = isTried
    ? texts.acceptedBy(bankName(provider))
    : texts.savedHasNoTestForThem(bankName(provider));
  return (
    <>
      {accepted}, <At at={at} />
    </>
  );
}

function describeDefault({ state }: ChecklistItemJson) {
  if (state === "to_do") return texts.chooseUseForNewEvents;
  return state === "done" ? null : texts.thisConnectionOpensNoAccounts;
}

function describeWebhook({ state, at }: ChecklistItemJson, { provider, lastNotifiedAt }: ChecklistSubject) {
  if (state !== "done") return WEBHOOK_SETTINGS[provider] ?? texts.enterTheWebhookAddressAbove;
  return (
    <>
      {texts.first}
      <At at={at} />
      {texts.last}
      <At at={lastNotifiedAt} />
    </>
  );
}

function describeList({ state, at }: ChecklistItemJson, { provider }: ChecklistSubject) {
  const name = bankName(provider);
  if (state === "to_do") return texts.firstReadWithinMinutes;
  if (state === "not_needed") return texts.theServiceReadsNoList(name);
  return (
    <>
      {state === "problem" && texts.theListCannotBeRead}
      {at ? texts.lastRead : ""}
      <At at={at} />
    </>
  );
}

function describeAccount({ state, at }: ChecklistItemJson) {
  if (state === "done") return <At at={at} />;
  return texts.createEventOrPairDevice;
}

function describePayment({ state, at, amount }: ChecklistItemJson, { isOwn }: ChecklistSubject) {
  if (state === "to_do") return texts.payNaira100ToTheEvent;
  const remedy = isOwn ? texts.checkWebhookAddressAtBank : texts.askOperatorToCheckAddress;
  return (
    <>
      {amount && <Naira amount={amount} />}, <At at={at} />
      {state === "problem" && texts.foundInTheBanksList(remedy)}
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

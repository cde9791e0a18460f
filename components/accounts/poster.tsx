import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/event-header";
import { formatTimeAndVenue, PrintPage } from "../payments/print/print-sheet";
import { type Account, namePayersSee } from "./account-panel";

/**
 * A page to print and put up: how to pay by transfer. A test event's page carries no number, because a number of the
 * sandbox can be a real account.
 */
export function Poster({ event, account }: { event: EventJson; account: Account }) {
  const isTest = event.mode === "test";
  return (
    <PrintPage title={stripInvisibleCharacters(event.name)} lines={[formatTimeAndVenue(event)]}>
      <section aria-label="How to pay" className="py-14 text-center max-md:py-8">
        <p className="text-figure-lg">{isTest ? "TEST" : "Pay by bank transfer"}</p>
        <p className="mt-10 text-ink-2 text-page">{account.bank_name}</p>
        <p className="figures mt-2 text-[64px] leading-[1.15] font-[620] tracking-[-.02em] max-md:text-hero">
          {isTest ? "TEST" : formatCollectionAccount(account.account_number)}
        </p>
        <p className="mt-10 text-ink-2 text-section">Your bank shows this name</p>
        <p className="mt-1 break-words text-page">{namePayersSee(event, account)}</p>
        <p className="mt-10 text-ink-2 text-section">
          {isTest
            ? "This is a test event. Do not pay: the number appears on the page of a live event."
            : "Check the name before you send. Every transfer is counted a second after it arrives."}
        </p>
      </section>
    </PrintPage>
  );
}

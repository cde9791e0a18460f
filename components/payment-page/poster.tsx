import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { QrCode } from "@/lib/core/format/qr-code";
import type { EventJson } from "../event-live/header/event-header";
import { formatTimeAndVenue } from "../payments/print/print-sheet";
import { addressLines } from "../settings/profile/address";
import { OrganisationLogo } from "../settings/profile/organisation-logo";
import type { ProfileJson } from "../settings/profile/use-profile";
import { type Account, namePayersSee } from "./account-name";
import * as texts from "./late-texts";

/** A sheet to put up, or a card to show on a phone. */
export type PosterForm = "a4" | "phone";

interface PosterProps {
  profile: ProfileJson;
  event: EventJson;
  account: Account;
  form: PosterForm;
  /** The QR code of the payment page; undefined if it has no link. */
  qr: QrCode | undefined;
}

/** Long names get smaller letters. */
const lengthOf = (name: string) => (name.length <= 40 ? "short" : name.length <= 90 ? "long" : "longest");

/**
 * The poster: how to pay by transfer, in ink on paper, so that it reads the same in black and white. A test event's says TEST
 * across and carries no number, because a number of the sandbox can be a real account. Its look is in `app/poster.css`.
 */
export function Poster({ profile, event, account, form, qr }: PosterProps) {
  const isTest = event.mode === "test";
  const name = stripInvisibleCharacters(event.name);
  return (
    <article aria-label={texts.poster} className="light poster" data-form={form} data-mode={event.mode}>
      <div className="poster-sheet">
        <header className="poster-head">
          <OrganisationLogo profile={profile} className="poster-logo" />
          <h2 className="poster-name" data-length={lengthOf(name)}>
            {name}
          </h2>
          <p className="poster-note">{formatTimeAndVenue(event)}</p>
        </header>
        {isTest ? <DoNotPay /> : <HowToPay account={account} name={namePayersSee(event, account)} />}
        {qr && <QrBlock qr={qr} isTest={isTest} />}
        <p className="poster-note">{isTest ? texts.thisIsATestEvent : texts.checkTheNameBeforeYou}</p>
        <OrganisationLine profile={profile} />
      </div>
    </article>
  );
}

/** The legal name and the address on one line. */
function OrganisationLine({ profile: { legal_name: legalName, address } }: { profile: ProfileJson }) {
  const parts = [...(legalName ? [stripInvisibleCharacters(legalName)] : []), ...addressLines(address)];
  if (parts.length === 0) return null;
  return <p className="poster-organisation">{parts.join(", ")}</p>;
}

function DoNotPay() {
  return (
    <section aria-label={texts.howToPay}>
      <p className="poster-test">{texts.test}</p>
      <p className="poster-lead">{texts.doNotPay}</p>
    </section>
  );
}

function HowToPay({ account, name }: { account: Account; name: string }) {
  return (
    <section aria-label={texts.howToPay}>
      <p className="poster-lead">{texts.payByBankTransfer}</p>
      <p className="poster-lead font-semibold">{account.bank_name}</p>
      <p className="figures poster-number">{formatCollectionAccount(account.account_number)}</p>
      <p className="poster-note">{texts.yourBankShowsThisName}</p>
      <p className="poster-name" data-length={lengthOf(name)}>
        {name}
      </p>
    </section>
  );
}

function QrBlock({ qr, isTest }: { qr: QrCode; isTest: boolean }) {
  return (
    <section aria-label={texts.paymentPage}>
      {/* Scanners need dark modules on a light background, with a border of four modules. */}
      <svg
        role="img"
        aria-label={texts.qrCodeOfThePaymentPage}
        viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
        shapeRendering="crispEdges"
        className="poster-qr"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="poster-note">{isTest ? texts.scanToSeeTheTestPage : texts.scanToCopyTheAccountNumber}</p>
    </section>
  );
}

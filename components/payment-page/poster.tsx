import { formatDate } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import { addressLines } from "../settings/profile/address";
import { OrganisationLogo } from "../settings/profile/organisation-logo";
import type { ProfileJson } from "../settings/profile/use-profile";
import { Logo } from "../ui/display/logo";
import { type Account, namePayersSee } from "./account-name";
import * as texts from "./late-texts";
import { PosterQr, PosterQrPart, type PublicLink } from "./poster-qr";

/** A sheet to put up, or a card to show on a phone. */
export type PosterForm = "a4" | "phone";

interface PosterProps {
  profile: ProfileJson;
  event: EventJson;
  account: Account;
  form: PosterForm;
  /** The link to the payment page; undefined if it has none. */
  link: PublicLink | undefined;
}

/** Long names get smaller letters. */
const lengthOf = (name: string) => (name.length <= 40 ? "short" : name.length <= 90 ? "long" : "longest");

/**
 * The poster: how to pay by transfer, in ink on paper, so that it reads the same in black and white. A test event's says TEST
 * across and carries no number, because a number of the sandbox can be a real account. Its look is in `app/poster.css`.
 */
export function Poster(props: PosterProps) {
  const { event, form } = props;
  return (
    <article aria-label={texts.poster} className="light poster" data-form={form} data-mode={event.mode}>
      <div className="poster-sheet">
        {form === "a4" ? <Sheet {...props} /> : <PhoneCard {...props} />}
        <Foot profile={props.profile} isTest={event.mode === "test"} />
      </div>
    </article>
  );
}

function Sheet({ profile, event, account, link }: PosterProps) {
  const isTest = event.mode === "test";
  const day = event.starts_at ?? event.ends_at;
  return (
    <>
      <header className="poster-head">
        <OrganisationLogo profile={profile} className="poster-logo" />
        <p className="poster-organiser">{stripInvisibleCharacters(profile.legal_name ?? profile.name)}</p>
        {day && <p className="poster-date">{formatDate(day)}</p>}
      </header>
      <section aria-label={texts.howToPay}>
        <p className="poster-lead">{texts.payByBankTransfer}</p>
        <Name text={event.name} isHeading />
        <div className="poster-box">
          <div className="poster-account">
            <p className="poster-label">{texts.accountNumber}</p>
            <p className="poster-bank">{isTest ? texts.testMode : account.bank_name}</p>
          </div>
          <AccountNumber account={account} isTest={isTest} />
          <p className="poster-label poster-line">{texts.yourBankShowsThisName}</p>
          <Name text={namePayersSee(event, account)} />
        </div>
      </section>
      {link && <PosterQrPart link={link} isTest={isTest} />}
    </>
  );
}

function PhoneCard({ profile, event, account, link }: PosterProps) {
  const isTest = event.mode === "test";
  return (
    <>
      <header>
        <OrganisationLogo profile={profile} className="poster-logo" />
        <Name text={event.name} isHeading />
        <p className="poster-lead">{link ? texts.scanOrTransferToThisAccount : texts.payByBankTransfer}</p>
      </header>
      {link && (
        <section aria-label={texts.paymentPage}>
          <div className="poster-frame">
            <PosterQr link={link} />
          </div>
          <p className="poster-address font-mono">{link.address}</p>
        </section>
      )}
      <section aria-label={texts.howToPay} className="poster-line">
        <p className="poster-bank">{isTest ? texts.testMode : account.bank_name}</p>
        <AccountNumber account={account} isTest={isTest} />
        <p className="poster-label">{texts.thePayersBankShowsThisName}</p>
        <Name text={namePayersSee(event, account)} />
      </section>
    </>
  );
}

function AccountNumber({ account, isTest }: { account: Account; isTest: boolean }) {
  if (isTest) return <p className="poster-no-number">{texts.noNumberInTestMode}</p>;
  return <p className="figures poster-number">{formatCollectionAccount(account.account_number)}</p>;
}

/** The name of the event, which is the heading, or of the account. */
function Name({ text, isHeading = false }: { text: string; isHeading?: boolean }) {
  const name = stripInvisibleCharacters(text);
  const Element = isHeading ? "h2" : "p";
  return (
    <Element className={isHeading ? "poster-event" : "poster-name"} data-length={lengthOf(name)}>
      {name}
    </Element>
  );
}

function Foot({ profile, isTest }: { profile: ProfileJson; isTest: boolean }) {
  return (
    <footer className="poster-foot">
      <div className="poster-check">
        <p>{isTest ? texts.aTestPoster : texts.checkTheNameAbove}</p>
        <OrganisationLine profile={profile} />
      </div>
      <p className="poster-mark">
        <span aria-hidden className="contents">
          <Logo />
        </span>
        {texts.takings}
      </p>
    </footer>
  );
}

/** The legal name and the address on one line; nothing without an address, because the head has the name. */
function OrganisationLine({ profile: { legal_name: legalName, address } }: { profile: ProfileJson }) {
  const lines = addressLines(address);
  if (lines.length === 0) return null;
  const parts = [...(legalName ? [stripInvisibleCharacters(legalName)] : []), ...lines];
  return <p className="poster-organisation">{parts.join(", ")}</p>;
}

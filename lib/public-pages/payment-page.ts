import { formatDate } from "@/lib/core/format/format-date";
import { escapeHtml } from "@/lib/core/format/html";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { PublicEvent } from "@/lib/payment-pages";
import { BANK_ICON, COPY_ICON, LOGO, SHIELD_ICON } from "./icons";
import * as texts from "./texts";

/** What a page needs besides its event: the nonce of its content policy, and its style sheet. */
export interface PageParts {
  nonce: string;
  stylesheet: string;
}

/** Shows the copy buttons, which do nothing without it, and copies. */
const SCRIPT = `
const status = document.getElementById("status");
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", () =>
    navigator.clipboard.writeText(button.dataset.copy).then(
      () => { status.textContent = button.dataset.copied; },
      () => { status.textContent = status.dataset.failed; }));
}
`;

interface Frame {
  title: string;
  /** The class of `<main>`. */
  kind?: "test";
  content: string;
  hasScript?: boolean;
}

function renderFrame({ nonce, stylesheet }: PageParts, { title, kind, content, hasScript }: Frame): string {
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${stylesheet}</style>
</head>
<body>
<main${kind ? ` class="${kind}"` : ""}>
${content}
</main>
${hasScript ? `<script nonce="${nonce}">${SCRIPT}</script>\n` : ""}</body>
</html>
`;
}

const escapeName = (name: string) => `<bdi>${escapeHtml(stripInvisibleCharacters(name))}</bdi>`;

/** A longer name gets smaller letters, so that a small screen shows the number too. */
const LONG_NAME = 60;

/** The organiser, the name, the day and the venue of an event, as far as they are known. */
function renderHead({ name, organiser, day, venue }: PublicEvent): string {
  const when = [...(day ? [formatDate(day)] : []), ...(venue ? [escapeName(venue)] : [])].join(" · ");
  return `<header>
<p class="organiser">${escapeName(organiser)}</p>
<h1${name.length > LONG_NAME ? ' class="long"' : ""}>${escapeName(name)}</h1>
${when && `<p class="when">${when}</p>`}
</header>`;
}

const renderCard = (head: string, content: string) => `<section class="card">
<h2>${head}</h2>
${content}
</section>`;

const FOOT = `<footer>${LOGO}${texts.collectedWithTakings}</footer>`;

interface CopyButton {
  /** What it copies. */
  text: string;
  /** The message after it has copied. */
  copied: string;
  /** HTML. */
  label: string;
  className?: string;
}

/** A button that is hidden until the script shows it. */
const renderCopyButton = ({ text, copied, label, className }: CopyButton) =>
  `<button type="button" hidden${className ? ` class="${className}"` : ""} data-copy="${escapeHtml(text)}" data-copied="${copied}">${COPY_ICON}<span>${label}</span></button>`;

type OpenEvent = Extract<PublicEvent, { state: "open" }>;

function renderNumber({ number, bankName }: OpenEvent["account"]): string {
  const button = renderCopyButton({
    text: number,
    copied: texts.accountNumberCopied,
    label: texts.copyAccountNumber,
    className: "primary",
  });
  return `<div class="account">
<dl><div><dt>${texts.accountNumber}</dt><dd class="number all">${escapeHtml(formatCollectionAccount(number))}</dd></div>
<div><dt class="hidden">${texts.bank}</dt><dd class="bank all">${escapeHtml(bankName)}</dd></div></dl>
${button}
</div>`;
}

function renderName(name: string): string {
  const button = renderCopyButton({
    text: stripInvisibleCharacters(name),
    copied: texts.nameCopied,
    label: `${texts.copy}<span class="hidden"> ${texts.theName}</span>`,
  });
  return `<div class="row"><dl><dt>${texts.nameYourBankShows}</dt><dd class="all">${escapeName(name)}</dd></dl>${button}</div>`;
}

function renderOpen(event: OpenEvent): string {
  const content = `${renderNumber(event.account)}
${renderName(event.account.name)}
<div class="row"><dl><dt>${texts.amount}</dt><dd>${texts.anyAmount}</dd></dl><p class="hint">${texts.sendWhatThePersonServingYouAsksFor}</p></div>`;
  return `${renderHead(event)}
${renderCard(`${BANK_ICON}${texts.payByBankTransfer}`, content)}
<p id="status" role="status" data-failed="${texts.notCopied}"></p>
<p class="trust">${SHIELD_ICON}<span>${texts.thisAccountBelongsToThisEventOnly}</span></p>
${FOOT}`;
}

/** Renders the page of an event. Only an open live event's has an account number, a copy button and a script. */
export function renderPaymentPage(parts: PageParts, event: PublicEvent): string {
  const title = stripInvisibleCharacters(event.name);
  if (event.state === "open")
    return renderFrame(parts, { title: texts.titleOf(title), content: renderOpen(event), hasScript: true });
  const isTest = event.state === "test";
  const note = `<p class="note">${isTest ? texts.thisIsATestEvent : texts.thisEventIsClosed}</p>`;
  const content = `${renderHead(event)}
${renderCard(isTest ? texts.test : texts.closed, note)}
${FOOT}`;
  return renderFrame(parts, { title, content, ...(isTest && { kind: "test" }) });
}

/** Renders a page without an event. */
const renderMessage = (parts: PageParts, title: string, heading: string, note: string) =>
  renderFrame(parts, { title, content: `<h1>${heading}</h1>\n<p class="when">${note}</p>` });

/** Renders the page of a link that leads to no event. */
export const renderUnknownPage = (parts: PageParts): string =>
  renderMessage(parts, texts.unknownLink, texts.thisLinkShowsNoEvent, texts.itMayHaveBeenReplaced);

/** Renders the page that is shown while the service cannot answer. */
export const renderUnavailablePage = (parts: PageParts): string =>
  renderMessage(parts, texts.notAvailable, texts.thisPageIsNotAvailableNow, texts.loadItAgainInAMoment);

import { escapeHtml } from "@/lib/core/format/html";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { PublicEvent } from "@/lib/payment-pages";

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
      () => { status.textContent = "Not copied: this browser did not allow it. Select the text instead."; }));
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

interface Fact {
  label: string;
  /** The text to copy. */
  text: string;
  shown?: string;
  className?: string;
}

function renderFact({ label, text, shown = text, className = "" }: Fact): string {
  const button = `<button type="button" hidden data-copy="${escapeHtml(text)}" data-copied="${label} copied">Copy<span class="hidden"> ${label.toLowerCase()}</span></button>`;
  return `<dt>${label}</dt><dd><span class="${`${className} all`.trim()}">${escapeHtml(shown)}</span>${button}</dd>`;
}

function renderOpen({ name, account }: Extract<PublicEvent, { state: "open" }>): string {
  const facts: Fact[] = [
    {
      label: "Account number",
      text: account.number,
      shown: formatCollectionAccount(account.number),
      className: "number",
    },
    { label: "Bank", text: account.bankName },
    { label: "Account name", text: stripInvisibleCharacters(account.name) },
  ];
  return `<p class="lead">Pay by bank transfer</p>
<h1>${escapeName(name)}</h1>
<dl>${facts.map(renderFact).join("")}</dl>
<p class="note">Check that your bank shows this name before you send.</p>
<p class="note" id="status" role="status"></p>`;
}

const CLOSED =
  "This event is closed and takes no more payments. Do not send money to an account that you noted.";
const TEST =
  "TEST. This is a test event: do not pay. The account number appears on the page of a live event.";

/** Renders the page of an event. Only an open live event's has an account number, a copy button and a script. */
export function renderPaymentPage(parts: PageParts, event: PublicEvent): string {
  const title = stripInvisibleCharacters(event.name);
  if (event.state === "open")
    return renderFrame(parts, { title: `Pay: ${title}`, content: renderOpen(event), hasScript: true });
  const isTest = event.state === "test";
  const content = `<p class="lead">${isTest ? "TEST" : "Closed"}</p>
<h1>${escapeName(event.name)}</h1>
<p class="note">${isTest ? TEST : CLOSED}</p>`;
  return renderFrame(parts, { title, content, ...(isTest && { kind: "test" }) });
}

/** Renders the page of a link that leads to no event. */
export function renderUnknownPage(parts: PageParts): string {
  return renderFrame(parts, {
    title: "Unknown link",
    content: `<h1>This link shows no event</h1>
<p class="note">It may have been replaced by a new one. Ask the organiser, and pay into no account that you are not sure of.</p>`,
  });
}

/** Renders the page that is shown while the service cannot answer. */
export function renderUnavailablePage(parts: PageParts): string {
  return renderFrame(parts, {
    title: "Not available",
    content: `<h1>This page is not available now</h1>
<p class="note">Load it again in a moment.</p>`,
  });
}

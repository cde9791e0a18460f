import { renderSVG } from "uqr";

const STYLE = `
  body { margin: 0; background: #f4f6f5; color: #10231c; font: 1.0625rem/1.5 system-ui, sans-serif; }
  main { max-width: 24rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 1rem; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; }
  label, dt { display: block; color: #52645d; font-size: 0.875rem; }
  dd { margin: 0 0 0.75rem; font-weight: 600; font-variant-numeric: tabular-nums; }
  input, button { box-sizing: border-box; width: 100%; margin: 0.25rem 0 1rem; padding: 0.75rem; font: inherit; }
  input { border: 1px solid #8a9a93; border-radius: 0.5rem; }
  button { border: 0; border-radius: 0.5rem; background: #0a6b4a; color: #fff; font-weight: 600; }
  svg { width: 12rem; }
`;

/** Sends a page. With `reloadSeconds` the browser loads it again after that time. */
export function sendPage(response, title, body, reloadSeconds) {
  const reload = reloadSeconds ? `<meta http-equiv="refresh" content="${reloadSeconds}">` : "";
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>${title}</title>${reload}
<style>${STYLE}</style>
<main><h1>${title}</h1>${body}</main>
</html>`);
}

/** Makes a text safe inside HTML. */
export const escapeHtml = (text) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a text as a QR code. */
export const qrCode = (label, text) => `<div role="img" aria-label="${label}">${renderSVG(text)}</div>`;

/** Converts an amount of the API, such as "5000.00", to kobo. Amounts are added and compared in kobo, never as floats. */
export const toKobo = (amount) => BigInt(amount.replace(".", ""));

/** Formats kobo: 500000n is "₦5,000.00". */
export const formatNaira = (kobo) =>
  `₦${(kobo / 100n).toLocaleString("en-NG")}.${String(kobo % 100n).padStart(2, "0")}`;

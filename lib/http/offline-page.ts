import { createHash } from "node:crypto";
import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";

const STYLE = `
:root{color-scheme:light dark;--canvas:#f6f7f6;--surface:#fff;--edge:#e3e7e4;--ink:#101713;--ink-2:#434d47;--ink-3:#626c66;--primary:#14261d;--primary-ink:#fff}
@media (prefers-color-scheme:dark){:root{--canvas:#0a0e0c;--surface:#101512;--edge:#212924;--ink:#ecf1ed;--ink-2:#b2bcb5;--ink-3:#8b968f;--primary:#e6efe9;--primary-ink:#0b120e}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 15px/20px Inter,system-ui,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px 16px}
h1{font-size:18px;line-height:24px;margin:0 0 4px}
p{margin:0 0 16px;color:var(--ink-2)}
ul{list-style:none;margin:0 0 16px;padding:0;background:var(--surface);border:1px solid var(--edge);border-radius:10px}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:12px 16px}
li+li{border-top:1px solid var(--edge)}
li bdi{min-width:0;overflow-wrap:anywhere}
li b{font-variant-numeric:tabular-nums}
li small{flex-basis:100%;color:var(--ink-3);font-size:13px}
button{min-height:44px;padding:0 16px;border:0;border-radius:6px;background:var(--primary);color:var(--primary-ink);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid #0b6e4c;outline-offset:2px}
`;

const SCRIPT = `
"use strict";
const list = document.querySelector("ul");
const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });
const format = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const [time, day] = [format({ hour: "2-digit", minute: "2-digit" }), format({ day: "numeric", month: "short" })];
try {
  for (const { name, taken, count, at, offsetMs } of JSON.parse(localStorage.getItem(${JSON.stringify(OFFLINE_TOTALS_KEY)}) ?? "[]")) {
    const when = new Date(Date.parse(at) + (offsetMs ?? 3600000));
    const note = \`\${count} payment\${count === 1 ? "" : "s"}, at \${time.format(when)} on \${day.format(when)}\`;
    const item = document.createElement("li");
    const amount = "\u20a6" + taken.replace(/\\B(?=(\\d{3})+\\.)/g, ",");
    item.append(text("bdi", name), text("b", amount), text("small", note));
    list.append(item);
  }
} catch {}
list.hidden = !list.firstChild;
document.querySelector("#last").hidden = list.hidden;
const again = () => location.reload();
document.querySelector("button").addEventListener("click", again);
addEventListener("online", again);
`;

const renderPage = (nonce: string) => `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection · Takings</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>No connection</h1>
<p>Takings cannot be reached. Payments are recorded all the same. This page loads again when the connection is back.</p>
<p id="last">The last totals on this device, not up to date:</p>
<ul aria-label="Last totals" hidden></ul>
<button type="button">Try again</button>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;

/** Changes with the page, so that browsers store the new one. */
export const OFFLINE_PAGE_VERSION = createHash("sha256").update(renderPage("")).digest("hex").slice(0, 16);

/**
 * Serves the page that the service worker stores and shows without a connection. It reads the last totals from the browser's own
 * storage, with the offset of their page's zone: no payers and no account numbers. It uses the nonce of the request's content policy, which is stored with it.
 */
export function offlinePageResponse({ headers }: Request): Response {
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "";
  return new Response(renderPage(nonce), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}

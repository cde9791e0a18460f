import { readFileSync } from "node:fs";
import path from "node:path";
import { toFailure } from "@/lib/http/response/error-response";
import { log } from "@/lib/log";
import { findPaymentPage } from "@/lib/payment-pages";
import { singleton } from "@/lib/process-singleton";
import { type PageParts, renderPaymentPage, renderUnavailablePage, renderUnknownPage } from "./payment-page";

/** The colour tokens of the dashboard and the rules of the page, without comments and line breaks. */
function readStylesheet(): string {
  const read = (...names: string[]) => readFileSync(path.join(process.cwd(), "app", ...names), "utf8");
  const [tokens = ""] = read("theme.css").split("@theme");
  return (tokens + read("pay", "style.css")).replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s*\n\s*/g, "");
}

/** The nonce of the response's content policy, which the HTTP server has set on the request. */
const readNonce = (request: Request): string =>
  /'nonce-([A-Za-z0-9+/=]+)'/.exec(request.headers.get("content-security-policy") ?? "")?.[1] ?? "";

/** A page shows a moment's state and belongs to those who have the link: nothing stores it, and no search engine lists it. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
};

/**
 * Answers `/pay/TOKEN` without a sign-in and without cookies: the payment page of an event, or 404 for a token that is
 * unknown, revoked or malformed, with the same page. The token is in no log line.
 */
export async function paymentPageResponse(
  request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const stylesheet = singleton("payment-page-stylesheet", readStylesheet);
  const parts: PageParts = { nonce: readNonce(request), stylesheet };
  try {
    const event = await findPaymentPage((await context.params).token);
    const html = event ? renderPaymentPage(parts, event) : renderUnknownPage(parts);
    return new Response(html, { status: event ? 200 : 404, headers: HEADERS });
  } catch (thrown) {
    const { code, internal } = toFailure(thrown);
    log.error({ page: "/pay/[token]", error: code, internal }, "a page failed");
    const headers = { ...HEADERS, "retry-after": "5" };
    return new Response(renderUnavailablePage(parts), { status: 503, headers });
  }
}

/** Guarantee: the public payment page contains an account number only for an open live event, and unknown links look alike. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { formatCollectionAccount } from "@/lib/core/format/payer-format";
import { systemDb } from "@/lib/db/client";
import { createPaymentPage, revokePaymentPage } from "@/lib/payment-pages";
import { closeSession } from "@/lib/sessions";
import { makeLive } from "@/lib/sessions/testing/live";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { paymentPageResponse } from "./index";

useTestDatabase();

const POLICY = "script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'";

async function open(token: string) {
  const request = new Request(`http://localhost/pay/${token}`, {
    headers: { "content-security-policy": POLICY },
  });
  const answer = await paymentPageResponse(request, { params: Promise.resolve({ token }) });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

/** Opens a session with a link to its payment page; a live one unless it is a test event. */
async function share({ isTest = false } = {}) {
  const session = await openTestSession();
  await systemDb()
    .sql`update organisations set legal_name = 'Eko Sounds Ltd' where id = ${session.scope.organisationId}`;
  const scope = isTest ? session.scope : await makeLive(session.scope, session.sessionId);
  const { url } = await createPaymentPage(scope, session.sessionId);
  return { ...session, scope, token: new URL(url ?? "").pathname.replace("/pay/", "") };
}

/** An account number in any form that a reader or a program could find. */
const forms = (account: string) => [
  account,
  formatCollectionAccount(account),
  account.slice(0, 4),
  account.slice(-4),
];

test("an open live event's page shows its account, and copies it by a script with the response's nonce", async () => {
  const { token, account } = await share();
  const { status, headers, html } = await open(token);
  expect(status).toBe(200);
  expect(html).toContain(formatCollectionAccount(account));
  expect(html).toContain(`data-copy="${account}"`);
  expect(html).toContain("Afrobeats Night");
  expect(html).toContain("Eko Sounds Ltd");
  expect(html).toContain("This account belongs to this event only.");
  expect(html).toContain('<script nonce="bm9uY2U=">');
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(headers.getSetCookie()).toEqual([]);
  expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!\/icon\.svg")/);
  expect(gzipSync(html).length).toBeLessThan(60 * 1024);
});

test("a page shows the day and the venue of its event in each state, and nothing in their place without them", async () => {
  const { token, scope, sessionId } = await share();
  expect((await open(token)).html).not.toContain('class="when"');
  await systemDb()
    .sql`update sessions set starts_at = '2026-12-12T23:30:00Z' where session_id = ${sessionId}`;
  await systemDb().sql`
    insert into session_venues (session_id, organisation_id, mode, venue)
    values (${sessionId}, ${scope.organisationId}, ${scope.mode}, 'Mapo <Hall>')`;
  const when = '<p class="when">Sun 13 Dec 2026 · <bdi>Mapo &lt;Hall&gt;</bdi></p>';
  expect((await open(token)).html).toContain(when);
  await closeSession(scope, sessionId);
  expect((await open(token)).html).toContain(when);
});

test("a test event's page says TEST and contains no number, no copy button and no script", async () => {
  const { token, account } = await share({ isTest: true });
  const { status, html } = await open(token);
  expect(status).toBe(200);
  expect(html).toContain("TEST");
  expect(html).toContain("do not pay");
  expect(html).not.toMatch(/<button|<script|data-copy/);
  const visible = html.replace(/<style[\s\S]*?<\/style>/, "");
  for (const form of forms(account)) expect(visible, form).not.toContain(form);
  expect(visible).not.toMatch(/\d{3,}/);
});

test("a closed event's page says so and contains no number", async () => {
  const { token, account, scope, sessionId } = await share();
  await closeSession(scope, sessionId);
  const { status, html } = await open(token);
  expect(status).toBe(200);
  expect(html).toContain("This event is closed");
  const visible = html.replace(/<style[\s\S]*?<\/style>/, "");
  for (const form of forms(account)) expect(visible, form).not.toContain(form);
  expect(visible).not.toContain("data-copy");
});

test("unknown, malformed, replaced and revoked links get the same 404", async () => {
  const [replaced, revoked] = [await share(), await share()];
  await createPaymentPage(replaced.scope, replaced.sessionId);
  await revokePaymentPage(revoked.scope, revoked.sessionId);
  await closeSession(revoked.scope, revoked.sessionId);
  const answers = await Promise.all(["A".repeat(32), "x", "../v1", replaced.token, revoked.token].map(open));
  for (const { status, html, headers } of answers) {
    expect(status).toBe(404);
    expect(html).toBe(answers[0]?.html);
    expect([...headers]).toEqual([...(answers[0]?.headers ?? [])]);
  }
  expect(answers[0]?.html).not.toContain("Afrobeats");
});

test("a name is escaped and shown without invisible characters", async () => {
  const { token, sessionId } = await share();
  const name = '<script>alert(1)</script> "A" & \u202eB';
  await systemDb()
    .sql`update sessions set name = ${name}, bank_account_name = ${name} where session_id = ${sessionId}`;
  const { html } = await open(token);
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("\u202e");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &quot;A&quot; &amp; B");
});

/**
 * Guarantee: each cause is reported once by every delivery method to each recipient who turned it on and has the permission,
 * and again only after it ended.
 */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { startMailCatcher } from "@/lib/mail/testing/mail-catcher";
import { removeMember } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { pauseSending } from "@/lib/webhooks";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { addBrowser, readAlertSettings, savePreferences, setAlertWebhook } from "./index";
import {
  CAUSES,
  EVERYTHING,
  joinAs,
  joinInEveryRole,
  look,
  openEvent,
  type TestEvent,
} from "./testing/organisation";
import { type PushService, startPushService } from "./testing/push-service";

const catcher = await startMailCatcher();
Object.assign(process.env, { SMTP_URL: catcher.url, MAIL_FROM: "Takings <alerts@takings.example>" });
useTestDatabase();

let push: PushService;
beforeAll(async () => {
  push = await startPushService();
});
afterAll(() => Promise.all([catcher.close(), push.close()]));

type Kind = keyof typeof CAUSES;
const KINDS: [Kind, RegExp][] = [
  ["terminal_inactive", /Terminal 1 is silent/],
  ["exception_open", /A payment needs a decision: Amount differs/],
  ["endpoint_failing", /A webhook endpoint is failing/],
  ["bank_silent", /Bank notifications have stopped/],
];

let event: TestEvent;
beforeEach(async () => {
  event = await openEvent();
  await CAUSES.bank_silent.end(event);
});

describe.each(KINDS)("%s", (kind, title) => {
  test("is sent once by mail, push message and webhook, and once more after it ended and came back", async () => {
    const receiver = await startReceiver();
    const owner = await joinAs(event, "owner");
    await savePreferences(owner, { ...EVERYTHING, kinds: [kind] });
    const browser = push.subscribe();
    await addBrowser(owner, { ...browser.subscription, agent: "Chrome" });
    const { secret } = await setAlertWebhook(owner, receiver.url);
    await look();
    expect([catcher.mailsTo(owner.actor.email), browser.messages, receiver.received]).toEqual([[], [], []]);

    const begunAt = Date.now();
    await CAUSES[kind].begin(event);
    for (let times = 0; times < 3; times++) await look();
    expect(Date.now() - begunAt).toBeLessThan(30_000);
    expect(catcher.mailsTo(owner.actor.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(title),
    ]);
    expect(browser.messages).toEqual([
      {
        title: expect.stringMatching(title),
        text: expect.any(String),
        path: expect.stringMatching(/^\//),
        tag: expect.any(String),
      },
    ]);
    const [request] = receiver.received;
    const body = new Webhook(secret).verify(
      request?.body.toString() ?? "",
      request?.headers as Record<string, string>,
    );
    expect(body).toMatchObject({
      event: "alert.opened",
      data: { kind, title: expect.stringMatching(title) },
    });
    expect(receiver.received).toHaveLength(1);

    await CAUSES[kind].end(event);
    await look();
    expect(receiver.received).toHaveLength(1);
    await CAUSES[kind].begin(event);
    for (let times = 0; times < 2; times++) await look();
    expect(
      [catcher.mailsTo(owner.actor.email), browser.messages, receiver.received].map(({ length }) => length),
    ).toEqual([2, 2, 2]);
  });

  test("is not reported if it exists already when alerts are first turned on", async () => {
    await CAUSES[kind].begin(event);
    const owner = await joinAs(event, "owner");
    await savePreferences(owner, { ...EVERYTHING, kinds: [kind] });
    await look();
    expect(catcher.mailsTo(owner.actor.email)).toEqual([]);
  });
});

test("nobody gets what their role may not see, a payer's name or an account number", async () => {
  const members = await joinInEveryRole(event);
  for (const kind of Object.keys(CAUSES) as Kind[]) await CAUSES[kind].begin(event);
  await look();
  const mailsOf = (role: "viewer" | "gate_lead" | "finance") =>
    catcher.mailsTo(members.get(role)?.actor.email ?? "");
  const contentOf = (role: "viewer" | "gate_lead" | "finance") =>
    mailsOf(role)
      .map(({ text, html }) => text + html)
      .join();
  expect(contentOf("finance")).toMatch(/needs a decision/);
  expect(contentOf("gate_lead")).toMatch(/is silent/);
  expect(contentOf("gate_lead")).not.toMatch(/needs a decision|endpoint/);
  for (const role of ["viewer", "finance"] as const) {
    expect(mailsOf(role)).toHaveLength(1);
    expect(contentOf(role)).not.toMatch(new RegExp(`Ngozi|Obi|0123456789|${event.account}|Ticket`));
  }
});

test("a removed member, and one who lost the permission, get nothing that was not sent yet", async () => {
  const owner = await joinAs(event, "owner");
  const [removed, demoted] = [await joinAs(event, "finance"), await joinAs(event, "finance")];
  const quiet = { from: "00:00", to: "23:59" };
  for (const member of [removed, demoted])
    await savePreferences(member, { ...EVERYTHING, quiet_hours: quiet });
  await CAUSES.exception_open.begin(event);
  await look();
  await removeMember(owner, removed.actor.memberId);
  await systemDb().sql`update members set role = 'gate_lead' where id = ${demoted.actor.memberId}`;
  await systemDb().sql`update alert_preferences set quiet_from = null, quiet_to = null`;
  await systemDb()
    .sql`update alert_deliveries set due_at = now() - interval '1 second' where due_at is not null`;
  await look();
  expect(catcher.mailsTo(removed.actor.email)).toEqual([]);
  expect(catcher.mailsTo(demoted.actor.email)).toEqual([]);
  const { sent } = await readAlertSettings({ ...demoted, actor: { ...demoted.actor, role: "gate_lead" } });
  expect(sent).toMatchObject([{ sent_at: null, due_at: null, error: "No longer wanted." }]);
});

test("a member who chose events gets only the alerts of those events", async () => {
  const other = await openEvent();
  await systemDb()
    .sql`update sessions set organisation_id = ${event.scope.organisationId} where session_id = ${other.sessionId}`;
  await systemDb()
    .sql`update session_states set organisation_id = ${event.scope.organisationId} where session_id = ${other.sessionId}`;
  const owner = await joinAs(event, "owner");
  await savePreferences(owner, { ...EVERYTHING, session_ids: [other.sessionId] });
  await CAUSES.terminal_inactive.begin(event);
  await look();
  expect(catcher.mailsTo(owner.actor.email)).toEqual([]);
  await CAUSES.terminal_inactive.begin(other);
  await look();
  expect(catcher.mailsTo(owner.actor.email).map(({ text }) => text)).toEqual([
    expect.stringContaining(other.sessionId),
  ]);
});

test("an event of another organisation cannot be chosen", async () => {
  const stranger = await joinAs(await openEvent(), "owner");
  const saved = savePreferences(stranger, { ...EVERYTHING, session_ids: [event.sessionId] });
  await expect(saved).rejects.toMatchObject({ code: "invalid_request" });
});

test("several processes that check at the same time send each alert once", async () => {
  const owner = await joinAs(event, "owner");
  await savePreferences(owner, EVERYTHING);
  const browser = push.subscribe();
  await addBrowser(owner, { ...browser.subscription, agent: "" });
  for (let times = 0; times < 5; times++) {
    await CAUSES.exception_open.begin(event);
    await Promise.all([look(), look(), look(), look()]);
  }
  await look();
  const mailed = catcher
    .mailsTo(owner.actor.email)
    .flatMap(({ text }) => text.match(/needs a decision/g) ?? []);
  expect(mailed).toHaveLength(5);
  const pushed = browser.messages.flatMap(
    ({ title, text }) => `${title} ${text}`.match(/needs a decision/g) ?? [],
  );
  expect(pushed).toHaveLength(5);
});

test("causes that begin together are one mail", async () => {
  const owner = await joinAs(event, "owner");
  await savePreferences(owner, EVERYTHING);
  for (let times = 0; times < 3; times++) await CAUSES.exception_open.begin(event);
  await look();
  expect(catcher.mailsTo(owner.actor.email).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^3 alerts: /),
  ]);
});

test("nothing is sent from a restored copy until an operator resumes sending", async () => {
  const owner = await joinAs(event, "owner");
  await savePreferences(owner, EVERYTHING);
  await pauseSending(systemDb().sql, { backupTakenAt: new Date() });
  await CAUSES.exception_open.begin(event);
  await look();
  expect(catcher.mailsTo(owner.actor.email)).toEqual([]);
  await systemDb().sql`delete from service_state where name = 'sending_paused'`;
  await look();
  expect(catcher.mailsTo(owner.actor.email)).toHaveLength(1);
});

test("hostile names of events change neither the subject's line nor the mail's HTML", async () => {
  const name = `<img src=x onerror=alert(1)>\r\nBcc: evil@example.com ${randomBytes(3).toString("hex")}`;
  await systemDb().sql`update sessions set name = ${name} where session_id = ${event.sessionId}`;
  const owner = await joinAs(event, "owner");
  await savePreferences(owner, EVERYTHING);
  await CAUSES.terminal_inactive.begin(event);
  await look();
  const [mail] = catcher.mailsTo(owner.actor.email);
  expect(mail?.headers).not.toMatch(/^Bcc/m);
  expect(mail?.html).toContain("&lt;img src=x");
  expect(mail?.html).not.toContain("<img");
  expect(mail?.to).toEqual([owner.actor.email]);
});

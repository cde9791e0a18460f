/**
 * Guarantee: in quiet hours nothing is sent, and after them all of it once, in one message; and a summary is sent at its hour
 * by each delivery method.
 */
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { wallClock } from "@/lib/core/time";
import { systemDb } from "@/lib/db/client";
import { startMailCatcher } from "@/lib/mail/testing/mail-catcher";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { lastTimeAt } from "./causes/summary";
import { addBrowser, readAlertSettings, savePreferences, setAlertWebhook } from "./index";
import { toClockTime } from "./labels";
import { quietUntil } from "./sending/quiet-hours";
import { CAUSES, EVERYTHING, joinAs, look, openEvent, type TestEvent } from "./testing/organisation";
import { startPushService } from "./testing/push-service";

const catcher = await startMailCatcher();
Object.assign(process.env, { SMTP_URL: catcher.url, MAIL_FROM: "alerts@takings.example" });
useTestDatabase();
const push = await startPushService();
afterAll(() => Promise.all([catcher.close(), push.close()]));
afterEach(() => {
  vi.useRealTimers();
});

let event: TestEvent;
beforeEach(async () => {
  event = await openEvent();
});

/** The time on a clock in Lagos, this many minutes from now. */
function clock(minutes: number): string {
  const wall = wallClock("Africa/Lagos", new Date(Date.now() + minutes * 60_000));
  return toClockTime(wall.getUTCHours() * 60 + wall.getUTCMinutes());
}

describe("quiet hours", () => {
  test.each([
    ["within one day", 9 * 60, 17 * 60, "2026-12-12T11:00:00Z", "2026-12-12T16:00:00Z"],
    ["before they begin", 9 * 60, 17 * 60, "2026-12-12T07:59:59Z", undefined],
    ["at their end", 9 * 60, 17 * 60, "2026-12-12T16:00:00Z", undefined],
    ["past midnight, in the evening", 22 * 60, 7 * 60, "2026-12-12T21:00:00Z", "2026-12-13T06:00:00Z"],
    ["past midnight, in the morning", 22 * 60, 7 * 60, "2026-12-13T02:30:00Z", "2026-12-13T06:00:00Z"],
    ["past midnight, at noon", 22 * 60, 7 * 60, "2026-12-13T11:00:00Z", undefined],
    ["ending at midnight", 22 * 60, 0, "2026-12-12T22:30:00Z", "2026-12-12T23:00:00Z"],
  ])("%s", (_, quietFrom, quietTo, now, until) => {
    const ended = quietUntil({ quietFrom, quietTo }, new Date(now));
    expect(ended?.toISOString()).toBe(until && new Date(until).toISOString());
  });

  test("hold everything back, and send it once as one mail when they end, with what is over by then", async () => {
    const owner = await joinAs(event, "owner");
    await savePreferences(owner, { ...EVERYTHING, quiet_hours: { from: clock(-60), to: clock(60) } });
    await CAUSES.exception_open.begin(event);
    await look();
    await CAUSES.terminal_inactive.begin(event);
    await look();
    await CAUSES.exception_open.end(event);
    await look();
    expect(catcher.mailsTo(owner.actor.email)).toEqual([]);
    const { sent } = await readAlertSettings(owner);
    expect(sent.map(({ sent_at, due_at }) => [sent_at, due_at && due_at > new Date()])).toEqual([
      [null, true],
      [null, true],
    ]);

    // The hours end: they are now those before this minute.
    await savePreferences(owner, { ...EVERYTHING, quiet_hours: { from: clock(-60), to: clock(0) } });
    for (let times = 0; times < 3; times++) await look();
    const mails = catcher.mailsTo(owner.actor.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^2 alerts: /);
    expect(mails[0]?.text).toMatch(/needs a decision.*It ended at \d\d:\d\d\./);
    expect(mails[0]?.text).toMatch(/Terminal 1 is silent\. [^.]*\.$/m);
  });
});

describe("the daily summary", () => {
  test("has the latest time at which it was its hour in Lagos", () => {
    expect(lastTimeAt(8, new Date("2026-12-12T07:00:00Z"))).toEqual(new Date("2026-12-12T07:00:00Z"));
    expect(lastTimeAt(8, new Date("2026-12-12T06:59:59Z"))).toEqual(new Date("2026-12-11T07:00:00Z"));
    expect(lastTimeAt(0, new Date("2026-12-12T22:59:59Z"))).toEqual(new Date("2026-12-11T23:00:00Z"));
  });

  test("comes once at its hour with the payments of the 24 hours before, and not for an hour that had passed", async () => {
    const owner = await joinAs(event, "owner");
    const hour = wallClock("Africa/Lagos", new Date()).getUTCHours();
    const at = lastTimeAt(hour, new Date());
    await savePreferences(owner, { ...EVERYTHING, kinds: ["daily_summary"], summary_hour: hour });
    const pay = (amount: bigint, paidAt: Date) =>
      recordCredit(createIncomingCredit({ account: event.account, amount, paidAt }));
    await pay(1_250_050n, new Date(at.getTime() - 60_000));
    await pay(100n, new Date(at.getTime() - 86_400_000));
    await pay(7_777n, new Date(at.getTime() - 86_400_001));
    await pay(8_888n, at);
    await look();
    expect(catcher.mailsTo(owner.actor.email)).toEqual([]);

    // As if it had been wanted since yesterday.
    await systemDb().sql`
      update alert_preferences set summary_since = ${new Date(at.getTime() - 1)} where member_id = ${owner.actor.memberId}`;
    await systemDb().sql`delete from alert_causes where kind = 'daily_summary'`;
    for (let times = 0; times < 3; times++) await look();
    expect(catcher.mailsTo(owner.actor.email).map(({ subject }) => subject)).toEqual([
      "The last 24 hours: ₦12,501.50, 2 payments",
    ]);
    expect(catcher.mailsTo(owner.actor.email)[0]?.text).toContain("Afrobeats Night: ₦12,501.50, 2 payments.");
  });

  test("comes once by push message at the member's hour, and once to the alert address at eight", async () => {
    const at = lastTimeAt(8, new Date());
    vi.useFakeTimers({ toFake: ["Date"], now: at.getTime() + 30 * 60_000 });
    const receiver = await startReceiver();
    const owner = await joinAs(event, "owner");
    await savePreferences(owner, { ...EVERYTHING, kinds: ["daily_summary"], by_email: false });
    const browser = push.subscribe();
    await addBrowser(owner, { ...browser.subscription, agent: "" });
    const { secret } = await setAlertWebhook(owner, receiver.url);
    const since = new Date(at.getTime() - 1);
    await systemDb().sql`
      update alert_preferences set summary_since = ${since} where member_id = ${owner.actor.memberId}`;
    await systemDb().sql`
      update alert_webhooks set created_at = ${since} where organisation_id = ${owner.organisationId}`;
    const paidAt = new Date(at.getTime() - 60_000);
    await recordCredit(createIncomingCredit({ account: event.account, amount: 1_250_050n, paidAt }));
    for (let times = 0; times < 3; times++) await look();

    const title = "The last 24 hours: ₦12,500.50, 1 payment";
    expect(browser.messages.map((message) => message.title)).toEqual([title]);
    expect(receiver.received).toHaveLength(1);
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    const sent = new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    expect(sent).toMatchObject({ event: "alert.opened", data: { kind: "daily_summary", title } });
  });
});

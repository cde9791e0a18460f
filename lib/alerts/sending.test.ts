/** Guarantee: a receiver that fails is tried again and given up in the end, and nothing is ever sent to a private address. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { startMailCatcher } from "@/lib/mail/testing/mail-catcher";
import { clearSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import {
  addBrowser,
  listBrowsers,
  readAlertSettings,
  removeAlertWebhook,
  removeBrowser,
  savePreferences,
  sendTestAlert,
  sendTestWebhook,
  setAlertWebhook,
} from "./index";
import { CAUSES, EVERYTHING, joinAs, look, openEvent, type TestEvent } from "./testing/organisation";
import { type PushService, startPushService } from "./testing/push-service";

const catcher = await startMailCatcher();
Object.assign(process.env, { SMTP_URL: catcher.url, MAIL_FROM: "alerts@takings.example" });
useTestDatabase();

let push: PushService;
beforeAll(async () => {
  push = await startPushService();
});
afterAll(() => Promise.all([catcher.close(), push.close()]));

let event: TestEvent;
let owner: Awaited<ReturnType<typeof joinAs>>;
beforeEach(async () => {
  event = await openEvent();
  owner = await joinAs(event, "owner");
  push.answerWith(201);
});

/** Makes all that waits for another attempt due. */
const skipWaits = () =>
  systemDb().sql`update alert_deliveries set due_at = now() - interval '1 second' where due_at is not null`;
const sentTo = async () => (await readAlertSettings(owner)).sent;

describe("a receiver that fails", () => {
  test("gets the same signed event again, and is given up after six attempts", async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    await setAlertWebhook(owner, receiver.url);
    await CAUSES.exception_open.begin(event);
    for (let times = 0; times < 8; times++) {
      await skipWaits();
      await look();
    }
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    expect(await sentTo()).toMatchObject([
      { way: "webhook", sent_at: null, due_at: null, error: expect.stringContaining("500") },
    ]);
  });

  test("waits before another attempt", async () => {
    const receiver = await startReceiver((response, number) =>
      response.writeHead(number === 1 ? 503 : 200).end(),
    );
    await setAlertWebhook(owner, receiver.url);
    await CAUSES.exception_open.begin(event);
    for (let times = 0; times < 3; times++) await look();
    expect(receiver.received).toHaveLength(1);
    await skipWaits();
    await look();
    expect(await sentTo()).toMatchObject([{ sent_at: expect.any(Date), error: null }]);
  });

  test("a mail server that is busy gets the mail again, one that refuses it for good does not", async () => {
    await savePreferences(owner, EVERYTHING);
    catcher.refuse({ [owner.actor.email]: 451 });
    await CAUSES.exception_open.begin(event);
    await look();
    expect(await sentTo()).toMatchObject([
      { sent_at: null, due_at: expect.any(Date), error: expect.any(String) },
    ]);
    catcher.refuse({ [owner.actor.email]: 550 });
    await skipWaits();
    await look();
    expect(await sentTo()).toMatchObject([{ sent_at: null, due_at: null, error: expect.any(String) }]);
    catcher.refuse({});
    await skipWaits();
    await look();
    expect(catcher.mailsTo(owner.actor.email)).toEqual([]);
  });

  test("a browser whose push service says that it has ended gets no more", async () => {
    await savePreferences(owner, { ...EVERYTHING, by_email: false });
    await addBrowser(owner, { ...push.subscribe().subscription, agent: "" });
    push.answerWith(410);
    await CAUSES.exception_open.begin(event);
    await look();
    expect(await listBrowsers(owner)).toEqual([]);
    expect(await sentTo()).toMatchObject([
      { due_at: null, error: "Push messages were turned off in this browser." },
    ]);
  });
});

describe("push messages", () => {
  test.each([
    "http://10.0.0.1/push",
    "https://192.168.1.10/push",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/push",
    "https://user:password@push.example/x",
    "ftp://push.example/x",
    "no address",
  ])("the endpoint %s is refused", async (endpoint) => {
    const { subscription } = push.subscribe();
    const added = addBrowser(owner, { keys: subscription.keys, endpoint, agent: "" });
    await expect(added).rejects.toMatchObject({ code: "invalid_request" });
    expect(await listBrowsers(owner)).toEqual([]);
  });

  test("no connection is opened to an endpoint whose name resolves to a private address", async () => {
    const { subscription } = push.subscribe();
    const inward = { ...subscription, endpoint: subscription.endpoint.replace("127.0.0.1", "localhost") };
    const id = await addBrowser(owner, { ...inward, agent: "" });
    process.env.WEBHOOK_ALLOW_CIDRS = "203.0.113.0/24";
    clearSingleton("settings");
    const before = push.requests();
    try {
      expect(await sendTestAlert(owner, { way: "push", id })).toMatchObject({
        ok: false,
        error: expect.stringContaining("forbidden_address"),
      });
    } finally {
      delete process.env.WEBHOOK_ALLOW_CIDRS;
      clearSingleton("settings");
    }
    expect(push.requests()).toBe(before);
    expect(await sendTestAlert(owner, { way: "push", id })).toEqual({ ok: true, error: null });
  });

  test.each([{ p256dh: "AAAA" }, { auth: "AAAA" }, { p256dh: "A".repeat(87) }])(
    "the keys %o are refused",
    async (wrong) => {
      const { endpoint, keys } = push.subscribe().subscription;
      const added = addBrowser(owner, { endpoint, keys: { ...keys, ...wrong }, agent: "" });
      await expect(added).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  test("a browser that another person turns on gets that person's messages only", async () => {
    const browser = push.subscribe();
    const first = await joinAs(event, "finance");
    await addBrowser(first, { ...browser.subscription, agent: "" });
    const id = await addBrowser(owner, { ...browser.subscription, agent: "" });
    expect(await listBrowsers(first)).toEqual([]);
    expect((await listBrowsers(owner)).map((one) => one.id)).toEqual([id]);
    await expect(addBrowser(owner, { ...browser.subscription, agent: "x" })).resolves.toBe(id);
  });

  test("another member's browser can be neither removed nor sent to", async () => {
    const id = await addBrowser(owner, { ...push.subscribe().subscription, agent: "" });
    for (const other of [await joinAs(event, "finance"), await joinAs(await openEvent(), "owner")]) {
      await expect(removeBrowser(other, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(sendTestAlert(other, { way: "push", id })).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(removeBrowser(owner, newId("pushSubscription"))).rejects.toMatchObject({
      code: "not_found",
    });
    await removeBrowser(owner, id);
  });

  test("endpoint and keys are encrypted at rest", async () => {
    const { subscription } = push.subscribe();
    await addBrowser(owner, { ...subscription, agent: "" });
    const [row] = await systemDb().sql`
      select push_subscriptions::text as stored from push_subscriptions where member_id = ${owner.actor.memberId}`;
    expect(row?.stored).not.toContain(subscription.endpoint);
    expect(row?.stored).not.toContain(subscription.keys.auth);
  });
});

describe("the alert address", () => {
  test("is refused if it gets the events of payments, or is a private address", async () => {
    await expect(setAlertWebhook(owner, "http://127.0.0.1:9/hook")).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(setAlertWebhook(owner, "http://10.1.2.3/alerts")).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("has its own secret, encrypted, that the page does not show again; set again it has another", async () => {
    const receiver = await startReceiver();
    const first = await setAlertWebhook(owner, receiver.url);
    const second = await setAlertWebhook(owner, receiver.url);
    expect(first.secret).not.toBe(second.secret);
    expect(JSON.stringify(await readAlertSettings(owner))).not.toContain("whsec_");
    const [row] = await systemDb().sql`
      select secret from alert_webhooks where organisation_id = ${owner.organisationId}`;
    expect(row?.secret).toMatch(/^v1\./);
    const finance = await joinAs(event, "finance");
    expect((await readAlertSettings(finance)).webhook).toBeNull();
  });

  test("gets a test alert, and nothing once it is removed", async () => {
    const receiver = await startReceiver();
    await expect(sendTestWebhook(owner)).rejects.toMatchObject({ code: "not_found" });
    await setAlertWebhook(owner, receiver.url);
    expect(await sendTestWebhook(owner)).toEqual({ ok: true, error: null });
    expect(JSON.parse(receiver.received[0]?.body.toString() ?? "")).toMatchObject({ event: "alert.test" });
    await removeAlertWebhook(owner);
    await CAUSES.exception_open.begin(event);
    await look();
    expect(receiver.received).toHaveLength(1);
    await expect(removeAlertWebhook(owner)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("test mails are limited", async () => {
  for (let times = 0; times < 5; times++)
    expect(await sendTestAlert(owner, { way: "email" })).toEqual({ ok: true, error: null });
  await expect(
    Promise.all([sendTestAlert(owner, { way: "email" }), sendTestAlert(owner, { way: "email" })]),
  ).rejects.toMatchObject({ code: "too_many_requests" });
});

// Guarantee: alerts are chosen, tried and received in the browser, by mail, push message and webhook, each once whatever the processes.
import type { Page, Request } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { type PushService, startPushService } from "@/lib/alerts/testing/push-service";
import { type MailCatcher, startMailCatcher } from "@/lib/mail/testing/mail-catcher";
import { startProcess } from "../service";
import { expectAccessible } from "./accessibility";
import { test as base, createMember, createPlatform, expect, signIn } from "./fixtures";
import { deliver, recordNotifications, usePushService } from "./push-messages";

interface Mailing {
  catcher: MailCatcher;
  /** The addresses of two processes that send mail. */
  addresses: string[];
  push: PushService;
}

/** Push messages are shown by a service worker. */
base.use({ serviceWorkers: "allow" });

const test = base.extend<object, { mailing: Mailing }>({
  mailing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const [catcher, push] = [await startMailCatcher(), await startPushService()];
      const settings = { SMTP_URL: catcher.url, MAIL_FROM: "Takings <alerts@takings.example>" };
      const processes = [await startProcess(settings), await startProcess(settings)];
      await use({ catcher, push, addresses: processes.map(({ address }) => address) });
      for (const one of processes) await one.stop();
      await catcher.close();
      await push.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

// In one worker: processes that send mail for another worker's server would also send these tests' mails, there.
test.describe.configure({ mode: "default", timeout: 180_000 });
/** An alert must arrive within 30 s; the test's machine may be three times slower. */
const ARRIVES = { timeout: 90_000 };

test("a forgotten password is set by a mailed link, once, which signs out the other browser", async ({
  page,
  browser,
  mailing: {
    catcher,
    addresses: [address = ""],
  },
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  const other = await browser.newContext({ baseURL: address });
  await signIn(other, owner);

  await page.goto(`${address}/login`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("Work email")).toBeFocused();
  await expect(page.getByLabel("Work email")).toHaveAccessibleDescription("Enter your e-mail address.");
  await page.getByLabel("Work email").fill(owner.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText(`If somebody signs in with ${owner.email}, a link`);

  await expect.poll(() => catcher.mailsTo(owner.email).length, ARRIVES).toBe(1);
  const token = /#token=[\w-]+/.exec(catcher.mailsTo(owner.email)[0]?.text ?? "")?.[0] ?? "";
  expect((await other.request.get("/api/dashboard/sign-ins")).status()).toBe(200);
  await page.goto(`${address}/join${token}`);
  await page.getByLabel("New password").fill("orbit-velvet-9-lamp");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("link", { name: `Sign in as ${owner.email}` }).click();
  expect((await other.request.get("/api/dashboard/sign-ins")).status()).toBe(401);
  await page.getByLabel("Work email").fill(owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill("orbit-velvet-9-lamp");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goto(`${address}/join${token}`);
  await expect(page.getByText("This link has been used or is too old.")).toBeVisible();
  await other.close();
});

test("where no mail is sent, the sign-in page says who resets a password", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("forgot your password? Access is by invitation: ask an owner")).toBeVisible();
  await expect(page.getByRole("link", { name: "Forgot password?" })).toBeHidden();
  expect((await page.goto("/forgot-password"))?.status()).toBe(404);
});

test("two processes send one mail and one push message about an exception, which the service worker shows", async ({
  page,
  mailing: { catcher, push, addresses },
  event,
  pay,
  memberOf,
}) => {
  const [address = ""] = addresses;
  const owner = await memberOf("owner");
  const browser = push.subscribe();
  await usePushService(page, browser);
  await page.goto(`${address}/login`);
  await signIn({ request: page.context().request }, owner).catch(() => undefined);
  await page.goto(`${address}/settings/alerts`);
  await expect(page.getByText(`To ${owner.email}`)).toBeVisible();
  await page.getByRole("switch", { name: /A payment needs a decision/ }).press("Space");
  await page.getByRole("switch", { name: /^E-mail/ }).press("Space");
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText("Test alert sent").first()).toBeVisible();
  await expect
    .poll(() => catcher.mailsTo(owner.email).map(({ subject }) => subject))
    .toEqual(["A test alert"]);
  await page.getByRole("switch", { name: /^This browser/ }).press("Space");
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect.poll(() => browser.messages.map(({ title }) => title)).toEqual(["A test alert"]);

  const { paymentKey } = await pay.transfer(event);
  await pay.transfer(event, { paymentKey, amount: 77n });
  const title = "A payment needs a decision: Amount differs";
  await expect.poll(() => browser.messages.map((one) => one.title), ARRIVES).toEqual(["A test alert", title]);
  await expect.poll(() => catcher.mailsTo(owner.email).length, ARRIVES).toBe(2);
  // A second alert has gone through both processes once the first can have been sent again.
  const second = await pay.transfer(event);
  await pay.transfer(event, { paymentKey: second.paymentKey, amount: 78n });
  await expect.poll(() => catcher.mailsTo(owner.email).length, ARRIVES).toBe(3);
  expect(browser.messages).toHaveLength(3);
  expect(catcher.mailsTo(owner.email).filter(({ subject }) => subject === title)).toHaveLength(2);

  const shown = await recordNotifications(page);
  await deliver(page, browser.messages[1] ?? {});
  await expect.poll(shown).toEqual([[title, browser.messages[1]?.path]]);
  await page.reload();
  await expect(
    page.getByRole("region", { name: "Last alerts" }).getByRole("link", { name: title }),
  ).toHaveCount(4);
  await expectAccessible(page);
});

test("an owner sets the alert address, sees its secret once, and its alerts carry its signature", async ({
  organiser,
  receiver,
  pageOf,
}) => {
  await organiser.goto("/settings");
  await organiser.getByRole("link", { name: /^Alerts/ }).click();
  const card = organiser.getByRole("region", { name: "Alert address" });
  await card.getByLabel("Address").fill("http://10.0.0.1/alerts");
  await card.getByRole("button", { name: "Set" }).click();
  await expect(card.getByLabel("Address")).toHaveAccessibleDescription(/private or reserved/);
  await card.getByLabel("Address").fill(receiver.url);
  await card.getByRole("button", { name: "Set" }).click();
  const shown = organiser.getByRole("region", { name: "New secret" });
  const secret = (await shown.getByRole("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  await card.getByRole("button", { name: "Send a test alert" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);
  const [request] = receiver.received;
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body.toString() ?? "", headers)).toMatchObject({
    event: "alert.test",
  });
  await organiser.reload();
  await expect(organiser.getByText("whsec_")).toBeHidden();
  await card.getByRole("button", { name: "Remove" }).click();
  const sure = organiser.getByRole("alertdialog", { name: "Remove the alert address?" });
  await expect(sure.getByRole("button", { name: "Keep it" })).toBeFocused();
  await sure.getByRole("button", { name: "Remove" }).click();
  await expect(card.getByRole("button", { name: "Set" })).toBeVisible();

  const finance = await pageOf("finance");
  await finance.goto("/settings/alerts");
  await expect(finance.getByRole("heading", { name: "What to report" })).toBeVisible();
  await expect(finance.getByRole("region", { name: "Alert address" })).toBeHidden();
});

/**
 * Holds the page's save of this number until `release` is called. `readBefore` resolves when the page has read the alerts again
 * after the save before, and therefore without what is held.
 */
async function holdSave(page: Page, number: number) {
  const isSave = (request: Request) => request.method() === "PUT";
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let [sent, answered] = [0, 0];
  await page.route("**/api/dashboard/alerts", async (route) => {
    if (isSave(route.request()) && ++sent === number) await released;
    await route.continue();
  });
  const readBefore = page.waitForResponse((response) => {
    if (!response.url().endsWith("/api/dashboard/alerts")) return false;
    if (isSave(response.request())) answered += 1;
    return answered === number - 1 && !isSave(response.request());
  });
  return { readBefore, release };
}

test("a role chooses only among what it may see; quiet hours and events stay chosen, by keyboard too", async ({
  pageOf,
  event,
}) => {
  const page = await pageOf("gate_lead");
  // Whatever is not granted is denied from now on.
  await page.context().grantPermissions(["geolocation"]);
  await page.goto("/settings/alerts");
  await expect(page.getByRole("switch", { name: /A terminal is silent/ })).toBeVisible();
  await expect(page.getByRole("switch", { name: /needs a decision|webhook endpoint/ })).toHaveCount(0);
  await expect(page.getByRole("switch", { name: /^E-mail/ })).toBeDisabled();
  await expect(page.getByText("This browser blocks messages of this site.")).toBeVisible();
  const saves = await holdSave(page, 3);
  await page.getByRole("switch", { name: /A terminal is silent/ }).press("Space");
  await page.getByRole("switch", { name: /^Quiet hours/ }).press("Space");
  await page.getByLabel("Quiet from").fill("23:30");
  await page.getByLabel("Quiet until").focus();
  await saves.readBefore;
  await page.getByRole("radio", { name: "Chosen" }).press("Space");
  saves.release();
  await page.getByRole("button", { name: "Choose events" }).press("Enter");
  await page.getByRole("checkbox", { name: event.name }).first().press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "1 event", exact: true })).toBeFocused();
  const stored = async () =>
    (await (await page.request.get("/api/dashboard/alerts")).json()).data.preferences;
  await expect.poll(stored).toMatchObject({
    kinds: ["terminal_inactive"],
    quiet_hours: { from: "23:30", to: "07:00" },
    session_ids: [expect.any(String)],
  });
  await page.reload();
  await expect(page.getByLabel("Quiet from")).toHaveValue("23:30");
  await expect(page.getByRole("button", { name: "1 event", exact: true })).toBeVisible();
});

test("the service worker is served as a script of this origin that browsers check again", async ({
  request,
}) => {
  const answer = await request.get("/sw.js");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("worker-src 'self'"),
  });
});

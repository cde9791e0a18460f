// Guarantee: a device is claimed by a payment on it, released and paired on the screens, by roles with the permission.
import type { Page } from "@playwright/test";
import { newKey } from "../bank-samples";
import { listExceptions, parseKobo } from "../ledger-queries";
import { findViolations } from "./accessibility";
import { createMember, createPlatform, expect, reuseSignIn, test } from "./fixtures";

const card = (page: Page) => page.getByRole("region", { name: "Devices", exact: true });
const claimOf = (page: Page, device: string) => page.getByRole("region", { name: `Claim of ${device}` });

interface Claim {
  id: string;
  amount: string;
  state: string;
}

/** Creates a claim as the page's member. */
async function claim(page: Page, serial: string, provider = "paystack") {
  const answer = await page.request.post("/api/dashboard/devices/claims", { data: { serial, provider } });
  const body = await answer.json();
  return { status: answer.status(), detail: body.detail as string, claim: body.data as Claim };
}

const stateOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/dashboard/devices/claims/${id}`)).json()).data.state;

/** A page of a member of another organisation. */
const strangerTest = test.extend<{ stranger: Page }>({
  stranger: async ({ browser, baseURL }, use) => {
    const { organisation } = await createPlatform();
    const context = await browser.newContext({ baseURL });
    await reuseSignIn(context, await createMember(organisation, "owner"));
    await use(await context.newPage());
    await context.close();
  },
});

test("a device is claimed by keyboard, and its payment shows without a reload", async ({
  organiser,
  bank,
}) => {
  const device = newKey();
  await organiser.goto("/settings/collection");
  await card(organiser).getByRole("button", { name: "Claim a device" }).focus();
  await organiser.keyboard.press("Enter");
  const dialog = organiser.getByRole("dialog", { name: "Claim a device" });
  await expect(dialog.getByLabel("Serial number")).toBeFocused();
  await organiser.keyboard.press("Enter");
  await expect(dialog.getByLabel("Serial number")).toHaveAccessibleDescription(/Enter the serial number/);
  await organiser.keyboard.type(device);
  await organiser.keyboard.press("Tab");
  await expect(dialog.getByLabel("Bank")).toBeFocused();
  await organiser.keyboard.press("m");
  await expect(dialog.getByLabel("Bank")).toHaveValue("moniepoint");
  await dialog.getByRole("button", { name: "Get the amount" }).focus();
  await organiser.keyboard.press("Enter");
  const panel = claimOf(organiser, device);
  await expect(panel).toBeFocused();
  await expect(panel.getByRole("timer", { name: "Time left" })).toHaveText(/^1[45]:\d\d$/);
  const shown = (await panel.getByText(/^₦\d/).first().textContent()) ?? "";
  const amount = parseKobo(shown.replace("₦", ""));
  const { paymentKey } = await bank.pay({
    ...{ provider: "moniepoint", channel: "pos", device, amount, paidAt: new Date() },
  });
  await expect(panel).toContainText(`${device} is now your organisation's device.`);
  await expect(card(organiser).getByRole("row", { name: new RegExp(device) })).toContainText("Moniepoint");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  expect(await listExceptions(paymentKey)).toMatchObject([{ reason: "device_claim", resolution: "proved" }]);
});

test("a claim persists over a reload, and can be cancelled", async ({ organiser }) => {
  const device = newKey();
  const { claim: opened } = await claim(organiser, device);
  await organiser.goto("/settings/collection");
  const panel = claimOf(organiser, device);
  await expect(panel).toContainText(`₦${opened.amount}`);
  await panel.getByRole("button", { name: "Cancel claim" }).click();
  await expect(panel).toBeHidden();
  expect(await stateOf(organiser, opened.id)).toBe("cancelled");
});

test("a device is released after a confirmation, and its terminal is then without it", async ({
  organiser,
  event,
  bank,
}) => {
  const device = newKey();
  const { claim: opened } = await claim(organiser, device);
  const paid = { provider: "paystack", channel: "pos", device, paidAt: new Date() } as const;
  await bank.pay({ ...paid, amount: parseKobo(opened.amount) });
  await organiser.goto(`/events/${event.session_id}/terminals`);
  await organiser.getByRole("button", { name: "Terminal 1", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Terminal 1" });
  await drawer.getByRole("button", { name: "Pair a device" }).click();
  const asked = organiser.getByRole("dialog", { name: "Pair a device with Terminal 1" });
  await asked.getByRole("group", { name: "Your devices that are free" }).getByText(device).click();
  await expect(asked.getByLabel("Serial number")).toHaveValue(device);
  await asked.getByRole("button", { name: "Pair device" }).click();
  await expect(drawer.getByRole("region", { name: "Device" })).toContainText(device);
  await organiser.goto("/settings/collection");
  const row = card(organiser).getByRole("row", { name: new RegExp(device) });
  await expect(row).toContainText("Terminal 1");
  await row.getByRole("button", { name: `Release ${device}` }).click();
  const sure = organiser.getByRole("alertdialog", { name: `Release ${device}?` });
  await expect(sure.getByRole("button", { name: "Keep it" })).toBeFocused();
  await sure.getByRole("button", { name: "Release" }).click();
  await expect(sure).toBeHidden();
  await expect(row).toBeHidden();
  await organiser.goto(`/events/${event.session_id}/terminals`);
  await organiser.getByRole("button", { name: "Terminal 1", exact: true }).click();
  await expect(drawer.getByRole("region", { name: "Device" })).toContainText("No device is paired");
});

strangerTest(
  "a stranger's claim of a device that is being claimed, is claimed or is released says the same each time",
  async ({ organiser, stranger, bank }) => {
    const device = newKey();
    const { claim: own } = await claim(organiser, device);
    const refusals = [await claim(stranger, device)];
    expect((await stranger.request.get(`/api/dashboard/devices/claims/${own.id}`)).status()).toBe(404);
    expect((await stranger.request.delete(`/api/dashboard/devices/claims/${own.id}`)).status()).toBe(404);
    const paid = { provider: "paystack", channel: "pos", device, paidAt: new Date() } as const;
    const notification = bank.compose(bank.credit({ ...paid, amount: parseKobo(own.amount) }), "paystack");
    expect((await bank.post(notification)).status).toBe(200);
    expect(await stateOf(organiser, own.id)).toBe("proved");
    refusals.push(await claim(stranger, device));
    expect((await bank.post(notification)).status).toBe(200);
    const devices = (await (await organiser.request.get("/api/dashboard/devices")).json()).data.devices;
    const { id } = devices.find(({ serial }: { serial: string }) => serial === device);
    expect((await stranger.request.post(`/api/dashboard/devices/${id}/release`)).status()).toBe(404);
    expect((await organiser.request.post(`/api/dashboard/devices/${id}/release`)).status()).toBe(200);
    refusals.push(await claim(stranger, device));
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(new Set(refusals.map(({ detail }) => detail)).size).toBe(1);
    const strangers = (await (await stranger.request.get("/api/dashboard/devices")).json()).data;
    expect(strangers).toMatchObject({ devices: [], open_claims: [] });
  },
);

test("a gate lead pairs a device and cannot claim one; a viewer sees no devices", async ({
  pageOf,
  event,
}) => {
  const gate = await pageOf("gate_lead");
  const path = `/api/dashboard/sessions/${event.session_id}/terminals/${event.pos_terminals[0]?.terminal_id}/device`;
  expect((await gate.request.post(path, { data: { device: newKey() } })).status()).toBe(201);
  expect((await claim(gate, newKey())).status).toBe(403);
  await gate.goto("/settings/collection");
  await expect(card(gate)).toBeVisible();
  await expect(card(gate).getByRole("button", { name: "Claim a device" })).toBeHidden();
  await expect(card(gate).getByRole("button", { name: /^Release/ })).toHaveCount(0);
  const viewer = await pageOf("viewer");
  expect((await viewer.request.get("/api/dashboard/devices")).status()).toBe(403);
  await viewer.goto("/settings/collection");
  await expect(viewer.getByRole("heading", { name: "Your role may not see this" })).toBeVisible();
  await expect(card(viewer)).toBeHidden();
});

for (const theme of ["light", "dark"] as const) {
  test(`the claim of a device, ${theme}: no accessibility violation, and it fits a phone`, async ({
    organiser,
  }) => {
    const device = newKey();
    await claim(organiser, device);
    await organiser.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await organiser.setViewportSize({ width: 360, height: 800 });
    await organiser.goto("/settings/collection");
    await expect(claimOf(organiser, device)).toBeVisible();
    expect(await findViolations(organiser)).toEqual([]);
    const overflow = () => organiser.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await card(organiser).getByRole("button", { name: "Claim a device" }).click();
    await expect(organiser.getByRole("dialog", { name: "Claim a device" })).toBeVisible();
    expect(await findViolations(organiser)).toEqual([]);
    await organiser.keyboard.press("Escape");
    await organiser.request.get("/api/dashboard/devices");
    await claimOf(organiser, device).getByRole("button", { name: "Cancel claim" }).click();
  });
}

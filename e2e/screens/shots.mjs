/**
 * One screenshot: its path, size, and the preparation before it.
 *
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ url: string, id: string, terminals: string[], freeze: (isFrozen: boolean) => void }} Place
 * @typedef {{ name: string, path: (place: Place) => string, size?: { width: number, height: number }, theme?:
 * "light" | "dark", touch?: boolean, prepare?: (page: Page, place: Place) => Promise<void>, before?: (page: Page)
 * => Promise<void>, outside?: boolean, }} Shot
 */

const PHONE = { width: 390, height: 844 };
const WALLBOARD = { width: 1920, height: 1080 };

/** @param {string} rest @returns {(place: Place) => string} */
const ofEvent =
  (rest = "") =>
  ({ id }) =>
    `/events/${id}${rest}`;

/** @param {string | RegExp} name */
const press = (name) => async (/** @type {Page} */ page) => {
  await page.getByRole("button", { name }).first().click();
};

/** @param {RegExp} words The row's text. */
const pressRow = (words) => async (/** @type {Page} */ page) => {
  await page.getByRole("row").filter({ hasText: words }).first().getByRole("button").first().click();
  await page.getByRole("complementary").or(page.getByRole("dialog")).last().waitFor();
};

/** The page gets no response from the service, like without network. */
const disconnect = (/** @type {Page} */ page) =>
  page.route(
    (url) => /\/live\b/.test(url.pathname),
    (route) => route.abort(),
  );

const untilDisconnected = (/** @type {Page} */ page) =>
  page
    .getByText(/Connection lost at/)
    .first()
    .waitFor({ timeout: 60_000 });

/** Navigates to a page while the database does not respond: its outline stays. */
const slowly = async (/** @type {Page} */ page, /** @type {Place} */ { id, freeze }) => {
  await page.waitForLoadState("networkidle");
  freeze(true);
  await page
    .getByRole("link", { name: /Lagos Jazz Night/ })
    .first()
    .click();
  await page.waitForURL(new RegExp(id));
};

/** The same, until the service gives up. */
const failing = async (/** @type {Page} */ page, /** @type {Place} */ { freeze }) => {
  await page.waitForLoadState("networkidle");
  freeze(true);
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("heading", { name: "This event did not load" }).waitFor();
};

/** Opens the set-up of a second factor, with its QR code. */
const setUpSecondFactor = async (/** @type {Page} */ page) => {
  await press("Set up")(page);
  await page.getByRole("img", { name: /QR code/ }).waitFor();
};

/** Fills the form of a new event as in the design. */
const fillNewEvent = async (/** @type {Page} */ page) => {
  await page.getByRole("textbox", { name: "Event name" }).fill("Afrobeat Sundays, Easter");
  await page.getByRole("textbox", { name: "Starts" }).fill("28 Mar 2027, 16:00");
  await page.getByRole("textbox", { name: "Ends" }).fill("28 Mar 2027, 23:00");
  await page.getByRole("textbox", { name: "Venue" }).focus();
};

const sendTestPayment = async (/** @type {Page} */ page) => {
  await press("Send payment")(page);
  await page.getByText("Payment recorded", { exact: true }).waitFor();
};

/** Chooses three events to compare. */
const chooseEvents = async (/** @type {Page} */ page) => {
  await page.getByRole("button", { name: "Events" }).click();
  for (const name of [/^Lagos Jazz/, /^Ibadan/, /^Abuja/])
    await page.getByRole("checkbox", { name }).first().check();
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /^Total/ }).waitFor();
};

/** Makes the payment page's link, unless there is one, and opens the page. */
const openPaymentPage = async (/** @type {Page} */ page) => {
  const link = page.getByRole("link", { name: "Open page" });
  const make = page.getByRole("button", { name: "Make a link" });
  await link.or(make).first().waitFor();
  if (await make.isVisible()) await make.click();
  await page.goto((await link.getAttribute("href")) ?? "");
};

/** @type {Shot[]} */
export const DURING = [
  { name: "01-live-light", path: ofEvent() },
  { name: "02-live-dark", path: ofEvent(), theme: "dark" },
  { name: "03a-terminals", path: ofEvent("/terminals?view=grid") },
  {
    name: "03b-terminal-drawer",
    path: ({ id, terminals }) => `/events/${id}/terminals?view=list&terminal=${terminals[5]}`,
    prepare: async (page) => page.getByText(/Payments every/).waitFor(),
  },
  { name: "04a-operators", path: ofEvent("/operators") },
  { name: "04b-operator-payments", path: ofEvent("/operators"), prepare: pressRow(/Funke Adeyemi/) },
  { name: "04d-add-operator", path: ofEvent("/operators"), prepare: press("Add operator") },
  { name: "07a-webhooks", path: ofEvent("/webhooks") },
  { name: "07b-webhook-delivery", path: ofEvent("/webhooks"), prepare: pressRow(/2 attempts/) },
  { name: "08a-events", path: () => "/events" },
  { name: "08b-new-event", path: () => "/events?new=1", prepare: fillNewEvent },
  { name: "09a-developers-keys", path: () => "/developers/keys" },
  {
    name: "09e-issue-key",
    path: () => "/developers/keys",
    prepare: async (page) => {
      await press("Issue test key")(page);
      await page.getByRole("textbox", { name: "Name" }).fill("Box office");
    },
  },
  { name: "09d-test-mode", path: () => "/developers/test", prepare: sendTestPayment },
  { name: "10-login", path: () => "/login", outside: true },
  { name: "11-wallboard", path: ({ id }) => `/wall/${id}`, size: WALLBOARD, theme: "dark" },
  { name: "12a-mobile-live", path: ofEvent(), size: PHONE, touch: true },
  { name: "12b-mobile-terminals", path: ofEvent("/terminals"), size: PHONE, touch: true },
  { name: "12c-mobile-live-dark", path: ofEvent(), size: PHONE, touch: true, theme: "dark" },
  { name: "13b-loading", path: () => "/events", prepare: slowly },
  { name: "13c-connection-lost", path: ofEvent(), before: disconnect, prepare: untilDisconnected },
  { name: "14-close-event", path: ofEvent(), prepare: press("Close event") },
  { name: "15-payment-drawer", path: ofEvent(), prepare: pressRow(/Tamunotonye Briggs/) },
  {
    name: "15b-refund",
    path: ofEvent(),
    prepare: async (page) => {
      await pressRow(/Tamunotonye Briggs/)(page);
      await press("Mark as refunded manually")(page);
    },
  },
  { name: "16-settings", path: () => "/settings" },
  { name: "16b-change-password", path: () => "/settings", prepare: press("Change password") },
  { name: "16c-second-factor", path: () => "/settings", prepare: setUpSecondFactor },
  { name: "16d-claim-device", path: () => "/settings/collection", prepare: press("Claim a device") },
  { name: "16e-mobile-settings", path: () => "/settings", size: PHONE, touch: true },
  {
    name: "16f-mobile-second-factor",
    path: () => "/settings",
    size: PHONE,
    touch: true,
    prepare: setUpSecondFactor,
  },
  { name: "16g-members", path: () => "/settings/members" },
  { name: "16h-audit-log", path: () => "/settings/audit" },
  {
    name: "19-find-payment",
    path: () => "/events",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("okonkwo");
      await page
        .getByRole("option", { name: /Okonkwo/ })
        .first()
        .waitFor();
    },
  },
  { name: "20-compare", path: () => "/events/compare", prepare: chooseEvents },
  { name: "09b-request-log", path: () => "/developers/requests" },
  {
    name: "09c-request",
    path: () => "/developers/requests",
    prepare: async (page) => {
      await page.getByRole("row").nth(1).getByRole("button").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "16i-organisation-profile", path: () => "/settings/profile" },
  { name: "16j-alerts", path: () => "/settings/alerts" },
  { name: "21-details", path: ofEvent("/details") },
  { name: "22-poster", path: ofEvent("/print/poster"), size: { width: 1100, height: 1300 } },
  { name: "22b-phone-poster", path: ofEvent("/print/poster?form=phone"), size: PHONE, touch: true },
  {
    name: "22c-payment-page",
    path: ofEvent("/print/poster"),
    size: PHONE,
    touch: true,
    prepare: openPaymentPage,
  },
  { name: "23-expected-payments", path: ofEvent("/expected-payments") },
  { name: "25-docs", path: () => "/docs", outside: true },
  { name: "25b-reference", path: () => "/docs/reference/sessions", outside: true },
  { name: "17-tablet-live", path: ofEvent(), size: { width: 1024, height: 768 } },
  { name: "18-narrow-live", path: ofEvent(), size: { width: 1280, height: 800 } },
];

/** Adds an organisation-wide endpoint, unless there is one, and opens it. */
const openEndpoint = async (/** @type {Page} */ page) => {
  if (await page.getByText("No organisation-wide endpoint").isVisible()) {
    const added = await page.request.post("/api/dashboard/webhook-endpoints", {
      data: {
        url: "http://127.0.0.1:9/hooks/takings",
        name: "Ticket office",
        event_types: ["transaction.received"],
        headers: { Authorization: "Bearer of-the-demo" },
      },
    });
    if (!added.ok()) throw new Error(`Adding an endpoint was answered ${added.status()}`);
    await page.reload();
  }
  await page.getByRole("button", { name: "Ticket office" }).first().click();
  await page.getByRole("dialog").waitFor();
};

/** Webhooks of the organisation, after the others, because an endpoint is added. @type {Shot[]} */
export const ORGANISATION_WEBHOOKS = [
  { name: "07c-organisation-webhooks", path: () => "/developers/webhooks" },
  { name: "07d-endpoint", path: () => "/developers/webhooks", prepare: openEndpoint },
  {
    name: "07e-edit-endpoint",
    path: () => "/developers/webhooks",
    prepare: async (page) => {
      await openEndpoint(page);
      await press("Edit")(page);
      await page.getByRole("dialog", { name: "Edit endpoint" }).waitFor();
    },
  },
  {
    name: "07f-delivery",
    path: ofEvent("/webhooks"),
    prepare: async (page) => {
      await pressRow(/2 attempts/)(page);
      await page.getByRole("link", { name: "Open page" }).click();
      await page.getByRole("heading", { name: "Delivery", exact: true }).waitFor();
    },
  },
];

/** An event without payments. @type {Shot[]} */
export const EMPTY = [{ name: "13a-empty", path: ofEvent() }];

/** @type {Shot[]} */
export const AFTERWARDS = [
  { name: "05a-reconciliation", path: ofEvent("/reconciliation") },
  {
    name: "05b-exception",
    path: ofEvent("/reconciliation"),
    prepare: pressRow(/Yetunde Ojo|Paid after close/i),
  },
  { name: "05d-reconciliation-dark", path: ofEvent("/reconciliation"), theme: "dark" },
  { name: "06-settlement", path: ofEvent("/settlement") },
  { name: "06b-settlements", path: ofEvent("/settlement"), size: { width: 1440, height: 2600 } },
  { name: "13d-error", path: ofEvent("/settlement"), prepare: failing },
  { name: "13e-closed", path: ofEvent() },
];

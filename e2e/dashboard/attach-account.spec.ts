// Guarantee: an owner or finance member attaches an account that the organisation's bank lists to an open live event.
import type { BrowserContext, Page } from "@playwright/test";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { takingsOf } from "../command-line";
import { createApi, expectData, type SessionData, sessionBody } from "../fixtures";
import { createDeployment } from "../service";
import { findViolations } from "./accessibility";
import { test as base, expect } from "./fixtures";

const ADDRESS = "https://takings.example";
const SECRET = "sk_live_organiser-0001";
const LIST = "GET /dedicated_account";

/** A live deployment with an emulated bank, and an organisation that has a connection to it. */
interface LiveDeployment {
  bank: Awaited<ReturnType<typeof startPaystackEmulator>>;
  /** Creates a live event without an account. */
  openEvent: (name: string) => Promise<SessionData>;
  /** Opens a signed-in page of a member with this role. */
  pageOf: (role: "owner" | "finance" | "operations") => Promise<Page>;
}

/**
 * Serves the deployment's https address, which live mode requires, from its process. A stream never ends, so it is not
 * served: the page then says that it is not live.
 */
async function serveAddress(context: BrowserContext, address: string): Promise<void> {
  await context.route(`${ADDRESS}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/live/")) return route.abort();
    const { host: _, connection: __, ...headers } = await request.allHeaders();
    const sent = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
    const answer = await fetch(address + pathname + search, {
      method: request.method(),
      headers: { ...Object.fromEntries(sent), "accept-encoding": "identity" },
      body: request.postData(),
      redirect: "manual",
    });
    const received = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie().join("\n");
    await route.fulfill({
      status: answer.status,
      headers: { ...received, ...(cookies && { "set-cookie": cookies }) },
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

/** Signs a page in by the requests of the form; the form's own redirect cannot be served by an intercepted request. */
async function signInAt(page: Page, login: { email: string; password: string }) {
  await page.goto(`${ADDRESS}/login`);
  const status = await page.evaluate(async (given) => {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const body = new URLSearchParams({ csrfToken, json: "true", ...given });
    return (await fetch("/api/auth/callback/credentials", { method: "POST", body })).status;
  }, login);
  expect(status).toBe(200);
}

const test = base.extend<{ live: LiveDeployment }>({
  live: async ({ browser }, use) => {
    const bank = await startPaystackEmulator({ secret: SECRET });
    const settings = {
      ...{ BANK_MODE: "live", BANK_PROVIDERS: "moniepoint", MONIEPOINT_WEBHOOK_SECRET: "secret-0001" },
      ...{ AUTH_URL: ADDRESS, TRUST_PROXY: "none", PAYSTACK_BASE_URL: bank.baseUrl },
    };
    const deployment = createDeployment(settings);
    const service = await deployment.start();
    const contexts: BrowserContext[] = [];
    const run = <D>(...args: string[]) =>
      takingsOf<D>({ ...settings, DATA_DIR: deployment.dataDir }, ...args, "--organisation", "Palm Wine");
    const { api_key: key } = await run<{ api_key: string }>("keys", "issue", "--mode", "live");
    const api = createApi(service.address, key);
    await use({
      bank,
      openEvent: async (name) => {
        const body = sessionBody({
          name,
          external_event_id: name,
          collection: { account: false, pos: false },
        });
        return expectData<SessionData>(await api.post("/v1/sessions", body), 201);
      },
      pageOf: async (role) => {
        const email = `${role}@palm.example`;
        const added = await run<{ password: string }>(
          ...["members", "add", "--email", email, "--name", "Adaeze Nwosu", "--role", role],
        );
        const context = await browser.newContext();
        contexts.push(context);
        await serveAddress(context, service.address);
        const page = await context.newPage();
        await signInAt(page, { email, password: added.password });
        return page;
      },
    });
    for (const context of contexts) await context.close();
    await service.stop();
    deployment.remove();
    await bank.close();
  },
});

/** Sends a change from the page, as its own scripts do. */
const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(to ?? "", { method: "POST", headers, body: sent ?? "" });
      return { status: answer.status, json: await answer.json() };
    },
    [path, JSON.stringify(body)],
  );

async function connect(owner: Page): Promise<string> {
  const { status, json } = await send(owner, "/api/dashboard/bank-connections", {
    provider: "paystack",
    credentials: {
      PAYSTACK_SECRET_KEY: SECRET,
      PAYSTACK_PREFERRED_BANK: "wema-bank",
      PAYSTACK_CUSTOMER_EMAIL: "money@palm.example",
      PAYSTACK_CUSTOMER_PHONE: "+2348011111111",
    },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.id;
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Attach an account" });
const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Attach an account" }).click();
  return dialogOf(page);
};

test("an account of the bank's list is attached, also after the bank failed and another event took one", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const owner = await pageOf("owner");
  const [event, other] = [await openEvent("Afro Nation"), await openEvent("Blues")];
  await owner.goto(`${ADDRESS}/events/${event.session_id}`);
  await expect(owner.getByText("This event has no account for transfers")).toBeVisible();
  const dialog = await openDialog(owner);
  await expect(dialog.getByText("Your organisation has no bank connection")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const connectionId = await connect(owner);
  bank.fail(LIST, { status: 401, body: { status: false, message: "Invalid key" } });
  const finance = await pageOf("finance");
  await finance.goto(`${ADDRESS}/events/${event.session_id}`);
  await openDialog(finance);
  const choices = dialogOf(finance);
  await expect(choices.getByRole("alert")).toContainText("The bank refused the credentials");
  await choices.getByRole("button", { name: "Try again" }).click();
  await expect(choices.getByText("The bank lists no accounts")).toBeVisible();
  await choices.getByRole("button", { name: "Cancel" }).click();

  const [closed, taken, wanted] = ["Closed", "Taken", "Wanted"].map((name) =>
    bank.openAccount(name, "Account"),
  );
  if (!closed || !taken || !wanted) throw new Error("The bank opened no accounts");
  closed.isAssigned = false;
  const account = { connection_id: connectionId, account_number: taken.number };
  await openDialog(finance);
  await expect(choices.getByRole("radio")).toHaveCount(3);
  await expect(choices.getByRole("radio", { name: /Closed at the bank/ })).toBeDisabled();
  await expect(choices.getByRole("button", { name: "Attach account" })).toBeDisabled();
  expect((await send(owner, `/api/dashboard/sessions/${other.session_id}/account`, account)).status).toBe(
    201,
  );
  await choices.getByRole("radio", { name: /TAKEN/ }).check();
  await choices.getByRole("button", { name: "Attach account" }).click();
  await expect(choices.getByRole("alert")).toContainText("serves another open event");

  await choices.getByRole("searchbox", { name: "Search accounts" }).fill("wanted");
  await expect(choices.getByRole("radio")).toHaveCount(1);
  await finance.keyboard.press("Tab");
  await finance.keyboard.press("Space");
  await expect(choices.getByRole("radio", { name: /WANTED/ })).toBeChecked();
  await finance.keyboard.press("Enter");
  await expect(dialogOf(finance)).toBeHidden();
  await expect(finance.getByText("The account is attached.").first()).toBeVisible();
  await expect(finance.getByRole("button", { name: "Attach an account" })).toBeHidden();
  await expect(finance.getByText(wanted.number.replace(/^(\d{4})(\d{3})/, "$1 $2 ")).first()).toBeVisible();
});

test("the dialog fits a phone of 320 px, is accessible in both themes, and says which accounts are in use", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const owner = await pageOf("owner");
  const connectionId = await connect(owner);
  const [event, other] = [await openEvent("Afro Nation"), await openEvent("Blues")];
  const taken = bank.openAccount("Taken");
  for (let nth = 0; nth < 55; nth++) bank.openAccount(`Account ${nth} with a rather long name of a merchant`);
  bank.openAccount("Zanzibar");
  const account = { connection_id: connectionId, account_number: taken.number };
  await send(owner, `/api/dashboard/sessions/${other.session_id}/account`, account);
  await owner.setViewportSize({ width: 320, height: 640 });
  await owner.goto(`${ADDRESS}/events/${event.session_id}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await owner.emulateMedia({ colorScheme });
    const dialog = await openDialog(owner);
    await expect(dialog.getByRole("radio", { name: /In use by Blues/ })).toBeDisabled();
    await expect(dialog.getByRole("radio")).toHaveCount(50);
    expect(await findViolations(owner)).toEqual([]);
    const widths = await owner.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await owner.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  const dialog = await openDialog(owner);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(57);
  await owner.keyboard.press("Escape");
  await openDialog(owner);
  await dialog.getByRole("searchbox").fill("zanzibar");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
});

test("operations members see that there is no account, and can attach none", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const connectionId = await connect(await pageOf("owner"));
  const event = await openEvent("Afro Nation");
  const { number } = bank.openAccount("Wanted");
  const page = await pageOf("operations");
  await page.goto(`${ADDRESS}/events/${event.session_id}`);
  await expect(page.getByText("No account", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach an account" })).toBeHidden();
  const body = { connection_id: connectionId, account_number: number };
  const answer = await send(page, `/api/dashboard/sessions/${event.session_id}/account`, body);
  expect(answer.status).toBe(403);
});

// Guarantee: lazily loaded code loses no key press and no click, and a lost connection leaves the page usable.
import type { Page } from "@playwright/test";
import { expect, type SessionData, test } from "./fixtures";
import { expectLive, open } from "./pages";

/** A text of the payment search field, which is in the code of the payments only. */
const OF_PAYMENTS = "Payer, narration, reference, amount";

/** The scripts of an event's page that contain its payments. */
async function paymentsScripts(page: Page, path: string): Promise<Set<string>> {
  await open(page, path);
  await expect(page.getByPlaceholder(OF_PAYMENTS)).toBeVisible();
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
  );
  const found = new Set<string>();
  for (const address of addresses) {
    const text = await (await page.request.get(address)).text();
    if (text.includes(OF_PAYMENTS)) found.add(new URL(address).pathname);
  }
  return found;
}

/**
 * Opens an event's page that is hydrated except for its payments. Calling the returned function releases their code
 * and later requests.
 */
async function openHeld(page: Page, event: SessionData): Promise<() => void> {
  let isOpen = false;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const path = `/events/${event.session_id}`;
  const later = await paymentsScripts(page, path);
  expect(later.size).toBe(1);
  await page.route("**/_next/static/**/*.js", async (route) => {
    if (isOpen || later.has(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expectLive(page);
  isOpen = true;
  return release;
}

test("text typed while the command menu is loading is in its field", async ({ organiser, event, pay }) => {
  await pay.transfer(event);
  const release = await openHeld(organiser, event);
  await organiser.keyboard.press("ControlOrMeta+k");
  await organiser.keyboard.type("sett");
  release();
  const field = organiser.getByRole("combobox", { name: "Search or run a command" });
  await expect(field).toHaveValue("sett");
  await organiser.keyboard.type("le");
  await expect(field).toHaveValue("settle");
  await organiser.keyboard.press("Enter");
  await expect(organiser).toHaveURL(/\/settlement$/);
});

test("a key pressed on a payment menu before hydration opens and enters it", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  const release = await openHeld(organiser, event);
  const button = organiser.getByRole("button", { name: "Export" });
  await button.focus();
  await organiser.keyboard.press("Enter");
  release();
  await expect(organiser.getByRole("menuitem", { name: "CSV" })).toBeFocused();
  await organiser.keyboard.press("ArrowDown");
  await expect(organiser.getByRole("menuitem", { name: "Excel" })).toBeFocused();
  await organiser.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

// React hydrates a part because of a press on it, if its code is there. Which task that is depends on the machine.
for (const tasks of [0, 4]) {
  test(`a key pressed ${tasks} tasks after the list's code has loaded is handled once`, async ({
    organiser,
    event,
    pay,
  }) => {
    await pay.transfer(event);
    const release = await openHeld(organiser, event);
    await organiser.getByRole("button", { name: "Export" }).focus();
    await organiser.evaluate((count) => {
      const { port1, port2 } = new MessageChannel();
      let left = count;
      port1.onmessage = () => {
        if (left-- > 0) return port2.postMessage(0);
        const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(enter);
      };
      const start = ({ target }: Event) => {
        if (!(target instanceof HTMLScriptElement)) return;
        document.removeEventListener("load", start, true);
        port2.postMessage(0);
      };
      document.addEventListener("load", start, true);
    }, tasks);
    release();
    await expect(organiser.getByRole("menuitem", { name: "CSV" })).toBeFocused();
  });
}

test("a payment clicked before the list is hydrated is opened afterwards", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "KELECHI IWU" });
  const release = await openHeld(organiser, event);
  await organiser.getByRole("button", { name: "Kelechi Iwu", exact: true }).click();
  release();
  await expect(organiser.getByRole("dialog", { name: "Payment" })).toBeVisible();
});

test("a list shortcut pressed before the list is hydrated takes effect afterwards", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  const release = await openHeld(organiser, event);
  await organiser.keyboard.press("e");
  release();
  await expect(organiser.getByRole("menuitem", { name: "CSV" })).toBeVisible();
});

test("the list of a filter takes the focus when its code has loaded, and gives it back to its button", async ({
  organiser,
  event,
  pay,
}) => {
  await organiser.setViewportSize({ width: 1600, height: 900 });
  await pay.transfer(event);
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await organiser.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  const button = organiser.getByRole("button", { name: "Status", exact: true });
  await button.focus();
  await organiser.keyboard.press("Enter");
  await expect(organiser.getByRole("checkbox")).toHaveCount(0);
  release();
  await expect(organiser.getByRole("checkbox", { name: "Successful" })).toBeFocused();
  await organiser.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("without a connection a dialog reports that it cannot load, and opens when the connection is back", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const button = organiser.getByRole("button", { name: "Close event" });
  await organiser.context().setOffline(true);
  await button.click();
  await expect(organiser.getByText("That did not load.").first()).toBeVisible();
  await expect(button).toBeVisible();
  await organiser.context().setOffline(false);
  await button.click();
  await expect(organiser.getByRole("alertdialog")).toBeVisible();
});

test("without a connection the page stays and says so, a download says that it failed, and a navigation goes on by itself", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const csv = organiser.getByRole("menuitem", { name: "CSV" });
  // The menu's code is loaded with the connection.
  await organiser.getByRole("button", { name: "Export" }).press("Enter");
  await expect(csv).toBeFocused();
  await organiser.context().setOffline(true);
  await csv.press("Enter");
  await expect(
    organiser.getByText(/^The file was not downloaded\. The service could not be reached/).first(),
  ).toBeVisible();
  await organiser.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Operators" }).click();
  await expect(organiser.getByText(/^No connection\. This page stays/)).toBeVisible();
  await expect(organiser.getByRole("heading", { name: event.name ?? "" })).toBeVisible();
  await organiser.context().setOffline(false);
  await expect(organiser).toHaveURL(/\/operators$/);
  await expect(organiser.getByRole("heading", { name: "Operators" })).toBeVisible();
  await expect(organiser.getByText(/^No connection\./)).toBeHidden();
});

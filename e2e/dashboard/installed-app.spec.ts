// Guarantee: the dashboard can be installed, and without a connection it shows the last totals with their time, until sign-out.
import { test as base, createPlatform, expect } from "./fixtures";
import { open } from "./pages";

base.use({ serviceWorkers: "allow" });

const test = base.extend({
  // An organisation of this file alone: only its first dozen events are stored.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
});

test("the manifest names an icon of each size, and the browser finds nothing to complain about", async ({
  organiser,
}) => {
  await open(organiser, "/events");
  const session = await organiser.context().newCDPSession(organiser);
  const { url, errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = await (await organiser.request.get(url)).json();
  expect(manifest).toMatchObject({ name: "Takings", start_url: "/events", display: "standalone" });
  for (const { src, sizes } of manifest.icons) {
    const size = await organiser.evaluate(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test's context is like a private window, from which nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("without a connection the last totals show with their time and no payer; after sign-out nothing is left", async ({
  organiser,
  openEvent,
  pay,
}) => {
  const event = await openEvent({ name: "Lekki Jazz" });
  await pay.transfer(event, { amount: 1_250_050n, senderName: "ZAINAB ADEWALE" });
  await open(organiser, "/events");
  await organiser.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await pay.transfer(event, { amount: 750_000n });
  const stored = () => organiser.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain("20000.50");
  expect(await stored()).not.toMatch(/adewale/i);
  await open(organiser, `/events/${event.session_id}`);
  await pay.transfer(event, { amount: 100_000n });
  await expect.poll(stored).toContain("21000.50");
  expect(await stored()).not.toMatch(/adewale/i);

  await organiser.context().setOffline(true);
  await organiser.goto(`/events/${event.session_id}/terminals`).catch(() => undefined);
  await expect(organiser.getByRole("heading", { name: "No connection" })).toBeVisible();
  const line = organiser.getByRole("listitem").filter({ hasText: "Lekki Jazz" });
  await expect(line).toContainText("₦21,000.50");
  await expect(line).toContainText(/3 payments, at \d\d:\d\d on \d+ \w+/);
  await Promise.all([
    organiser.waitForEvent("load"),
    organiser.getByRole("button", { name: "Try again" }).click(),
  ]);
  await expect(line).toContainText("₦21,000.50");
  await organiser.context().setOffline(false);
  await expect(organiser.getByRole("heading", { name: "Terminals" }).first()).toBeVisible();

  await organiser
    .getByRole("button", { name: /^Adaeze|Account/ })
    .first()
    .click();
  await organiser.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(organiser).toHaveURL(/\/login(\?|$)/);
  expect(await stored()).toBe("{}");
  await organiser.context().setOffline(true);
  await organiser.goto("/events").catch(() => undefined);
  await expect(organiser.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(organiser.getByText("Lekki Jazz")).toBeHidden();
});

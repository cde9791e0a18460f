// Guarantee: a new organisation is led to a first test payment by what exists, and can dismiss the steps.
import type { Page } from "@playwright/test";
import { test as base, createApi, createPlatform, createSession, expect } from "./fixtures";
import { createMember, reuseSignIn } from "./sign-in";

const test = base.extend<{ fresh: { page: Page; apiKey: string } }>({
  /** The page of the owner of a new organisation. */
  fresh: async ({ page }, use) => {
    const { organisation, apiKey } = await createPlatform();
    await reuseSignIn(page.context(), await createMember(organisation, "owner"));
    await use({ page, apiKey });
  },
});

test("the steps are done by what exists, without a reload, and end with the test payment", async ({
  fresh: { page, apiKey },
  baseURL,
  bank,
}) => {
  await page.goto("/events");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText("0 of 4 done");
  const api = createApi(baseURL ?? "", apiKey);
  const event = await createSession(api);
  await expect(steps).toContainText("1 of 4 done");
  await expect(steps.getByRole("link", { name: "Add operator" })).toHaveAttribute(
    "href",
    `/events/${event.session_id}/operators?add=1`,
  );
  await api.post(`/v1/sessions/${event.session_id}/operators`, { name: "Ada" });
  await expect(steps).toContainText("2 of 4 done");
  await bank.transfer(event);
  await expect(steps).toContainText("3 of 4 done");
  await steps.getByRole("link", { name: "Invite" }).click();
  await expect(page).toHaveURL(/\/settings/);
});

test("dismissed steps stay away, and the focus goes on in the page", async ({ fresh: { page } }) => {
  await page.goto("/events");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

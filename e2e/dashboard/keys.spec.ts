import { randomBytes } from "node:crypto";
import { findViolations } from "./accessibility";
import { createApi, expect, sessionBody, test } from "./fixtures";

const newName = () => `Platform ${randomBytes(5).toString("hex")}`;

test("a key is issued, calls the API, and is refused after its revocation: by keyboard alone", async ({
  organiser,
  baseURL,
}) => {
  const name = newName();
  await organiser.goto("/developers/keys");
  await organiser.getByRole("button", { name: "Issue test key" }).press("Enter");
  const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).pressSequentially(name);
  await organiser.keyboard.press("Enter");
  const fresh = organiser.getByRole("region", { name: "New key" });
  const apiKey = (await fresh.getByText(/^tk_test_\w+$/).textContent()) ?? "";
  const api = createApi(baseURL ?? "", apiKey);
  expect((await api.post("/v1/sessions", sessionBody())).status).toBe(201);
  await fresh.getByRole("button", { name: "Done" }).press("Enter");
  await expect(organiser.getByText(apiKey)).toHaveCount(0);

  await organiser.getByRole("button", { name: `Revoke ${name}` }).press("Enter");
  const asking = organiser.getByRole("alertdialog", { name: `Revoke ${name}?` });
  await expect(asking.getByRole("button", { name: "Keep it" })).toBeFocused();
  await asking.getByRole("button", { name: "Revoke key" }).press("Enter");
  await expect(asking).toBeHidden();
  await expect(organiser.getByRole("row", { name: new RegExp(name) })).toContainText("Revoked");
  expect((await api.post("/v1/sessions", sessionBody())).status).toBe(401);
});

test("a rotated key works beside its new one, and shows when it stops", async ({ organiser }) => {
  const name = newName();
  await organiser.goto("/developers/keys");
  await organiser.getByRole("button", { name: "Issue test key" }).click();
  const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).fill(name);
  await issuing.getByRole("button", { name: "Issue key" }).click();
  await organiser.getByRole("button", { name: "Done" }).click();
  await organiser.getByRole("button", { name: `Rotate ${name}` }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(organiser.getByRole("heading", { name: `${name} is ready` })).toBeVisible();
  await expect(organiser.getByRole("row", { name: new RegExp(`${name}, old`) })).toContainText("Stops in");
});

test("a key needs a name, and the error is at its field", async ({ organiser }) => {
  await organiser.goto("/developers/keys");
  await organiser.getByRole("button", { name: "Issue test key" }).click();
  const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("button", { name: "Issue key" }).click();
  await expect(issuing.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "Name: type 1 to 200 characters.",
  );
});

test("a read-only key for one address range is created by keyboard, listed, and enforced", async ({
  organiser,
  baseURL,
}) => {
  const name = newName();
  await organiser.goto("/developers/keys");
  await organiser.getByRole("button", { name: "Issue test key" }).press("Enter");
  const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).pressSequentially(name);
  await organiser.keyboard.press("Tab");
  await expect(issuing.getByRole("radio", { name: "Read and write" })).toBeFocused();
  await organiser.keyboard.press("ArrowRight");
  await expect(issuing.getByRole("radio", { name: "Read only" })).toBeChecked();
  await organiser.keyboard.press("Tab");
  await expect(issuing.getByRole("textbox", { name: "Allowed addresses" })).toBeFocused();
  await organiser.keyboard.type("127.0.0.1/8");
  await organiser.keyboard.press("Tab");
  await organiser.keyboard.press("Tab");
  await organiser.keyboard.press("Enter");
  const fresh = organiser.getByRole("region", { name: "New key" });
  const api = createApi(baseURL ?? "", (await fresh.getByText(/^tk_test_\w+$/).textContent()) ?? "");
  await expect(organiser.getByRole("row", { name: new RegExp(name) })).toContainText(
    "Read only, from 127.0.0.0/8",
  );
  const answer = await api.post("/v1/sessions", sessionBody());
  expect(answer.json()).toMatchObject({ status: 403, code: "insufficient_scope" });
  expect((await api.get("/v1/sessions/ses_00000000000000000000000000")).status).toBe(404);
});

test("invalid addresses are reported at their field, and the input is kept", async ({ organiser }) => {
  await organiser.goto("/developers/keys");
  await organiser.getByRole("button", { name: "Issue test key" }).click();
  const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).fill(newName());
  const addresses = issuing.getByRole("textbox", { name: "Allowed addresses" });
  const text = "203.0.113.7\n\n203.0.113.300\n198.51.100.0/24\nexample.com";
  await addresses.fill(text);
  await issuing.getByRole("button", { name: "Issue key" }).click();
  await expect(addresses).toHaveAccessibleDescription(
    /Line 3, 203\.0\.113\.300, is neither.*Line 5, example\.com, is neither/,
  );
  await expect(addresses).toHaveValue(text);
  await addresses.fill("203.0.113.7");
  await issuing.getByRole("button", { name: "Issue key" }).click();
  await expect(issuing).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the dialog that issues a key fits a phone and has no accessibility violation, ${colorScheme}`, async ({
    organiser,
  }) => {
    await organiser.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await organiser.setViewportSize({ width: 360, height: 740 });
    await organiser.goto("/developers/keys");
    await organiser.getByRole("button", { name: "Issue test key" }).click();
    const issuing = organiser.getByRole("dialog", { name: "Issue a test key" });
    await issuing.getByRole("textbox", { name: "Name" }).fill(newName());
    await issuing.getByRole("textbox", { name: "Allowed addresses" }).fill("nowhere");
    await issuing.getByRole("button", { name: "Issue key" }).click();
    await expect(issuing.getByText(/Line 1, nowhere/)).toBeVisible();
    expect(await findViolations(organiser)).toEqual([]);
    const overflow = await organiser.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

for (const role of ["finance", "operations", "gate_lead", "viewer"] as const) {
  test(`${role} neither sees nor issues keys`, async ({ pageOf }) => {
    const page = await pageOf(role);
    const answer = await page.goto("/developers/keys");
    expect(answer?.status()).toBe(403);
    expect((await page.request.get("/api/dashboard/keys")).status()).toBe(403);
    const headers = { "content-type": "application/json" };
    const data = { name: "Mine", mode: "test" };
    expect((await page.request.post("/api/dashboard/keys", { headers, data })).status()).toBe(403);
  });
}

test("a test payment is recorded like a bank's", async ({ organiser, event }) => {
  await organiser.goto("/developers/test");
  await organiser.getByRole("combobox", { name: "Event" }).selectOption(event.session_id);
  await organiser.getByRole("combobox", { name: "Channel" }).selectOption({ label: "POS terminal" });
  const amount = organiser.getByRole("textbox", { name: "Amount in naira" });
  await amount.fill("7,50.25");
  await organiser.getByRole("button", { name: "Send payment" }).click();
  await expect(amount).toHaveAccessibleDescription(/^Amount: type naira, such as 12,500/);
  await amount.fill("₦1,750.25");
  await organiser.getByRole("button", { name: "Send payment" }).click();
  await expect(organiser.getByText("Payment recorded", { exact: true })).toBeVisible();
  await expect(organiser.getByText("₦1,750.25").first()).toBeVisible();
});

// Guarantee: the audit log is searched, filtered and exported, and the file has exactly the entries on screen.
import { readFileSync } from "node:fs";
import { createMember, createPlatform, expect, reuseSignIn, test } from "./fixtures";
import { open } from "./pages";

test("the audit log is searched and filtered, and exported as shown", async ({ page }) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner", "Adaeze Nwosu");
  await createMember(organisation, "viewer", "Femi Ade");
  await reuseSignIn(page.context(), owner);
  await open(page, "/settings/audit");
  const table = page.getByRole("table", { name: "Audit log" });
  await expect(table.getByRole("row", { name: /added a member/ })).toHaveCount(2);
  await expect(table.getByRole("row", { name: /issued an API key/ })).toHaveCount(1);
  const search = page.getByRole("searchbox", { name: "Search the audit log" });
  await search.fill("issued");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/q=issued/);
  await search.fill("no such entry");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("button", { name: "Area" }).click();
  await page.getByRole("menuitem", { name: "Webhooks and API keys" }).click();
  await expect(table.getByRole("row", { name: /added a member/ })).toHaveCount(0);
  await expect(table.getByRole("row", { name: /issued an API key/ })).toHaveCount(1);
  const shown = (await table.getByRole("row").count()) - 1;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit log \d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(1 + shown);
  expect(lines[0]).toMatch(/^\ufeffWhen \(Africa\/Lagos\),When \(UTC\),Who,From,Action,/);
  expect(lines.join("\n")).toContain("issued an API key");
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(1 + shown);
  await open(page, "/settings/audit");
  await expect(table.getByRole("row", { name: /exported the audit log/ })).toHaveCount(1);
});

test("a time range limits the entries", async ({ page }) => {
  const { organisation } = await createPlatform();
  await createMember(organisation, "owner");
  await reuseSignIn(page.context(), await createMember(organisation, "finance"));
  await open(page, "/settings/audit?to=2026-01-01T00:00:00Z");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear time" }).click();
  await expect(page.getByRole("row", { name: /added a member/ })).toHaveCount(2);
});

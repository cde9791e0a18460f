import { expect, test } from "@playwright/test";

test("the start page says that the service is up", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Takings" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("The service is up");
});

test("the start page asks nothing of any other machine", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto("/", { waitUntil: "load" });
  await expect(page.getByRole("status")).toBeVisible();
  expect(foreign).toEqual([]);
});

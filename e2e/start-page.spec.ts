import { expect, test } from "@playwright/test";

test("the start leads whoever is not signed in to do so", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fevents$/);
});

test("the first page asks nothing of any other machine", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto("/", { waitUntil: "load" });
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(foreign).toEqual([]);
});

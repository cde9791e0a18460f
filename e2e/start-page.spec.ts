import { expect, test } from "@playwright/test";

test("the start page redirects a visitor without a sign-in to the sign-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fevents$/);
});

test("the first page sends no request to another host", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto("/", { waitUntil: "load" });
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(foreign).toEqual([]);
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const POLICY =
  /^default-src 'self'; script-src 'self' 'nonce-[\w+/]+==' 'strict-dynamic'; worker-src 'self'; style-src 'self' 'nonce-/;

/** The browser's reports of blocked or failed resources, without a page's own 404 or 403. */
function cspReports(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (thrown) => complaints.push(thrown.message));
  page.on("console", (message) => {
    const isOwnStatus = message.location().url === page.url() && message.text().includes("status of 40");
    if (message.type() === "error" && !isOwnStatus)
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return complaints;
}

async function visit(page: Page, path: string, status: number): Promise<void> {
  const complaints = cspReports(page);
  const answer = await page.goto(path, { waitUntil: "load" });
  expect(answer?.status()).toBe(status);
  const headers = answer?.headers() ?? {};
  expect(headers["content-security-policy"]).toMatch(POLICY);
  expect(headers["content-security-policy"]?.match(/unsafe-\w+/g)).toEqual(["unsafe-inline"]);
  expect(headers["content-security-policy"]).toContain("style-src-attr 'unsafe-inline'");
  expect(headers).toMatchObject({
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(complaints).toEqual([]);
}

for (const [path, status] of [
  ["/login", 200],
  ["/join#token=unknown", 200],
  ["/no-such-page", 404],
  ["/no/such/page", 404],
] as const) {
  test(`${path} runs only the product's scripts, and none of them is blocked`, async ({ page }) => {
    await visit(page, path, status);
  });
}

test("the pages of a member run only the product's scripts, and none of them is blocked", async ({
  organiser,
  event,
}) => {
  const ofEvent = ["", "/terminals", "/operators", "/reconciliation", "/settlement", "/webhooks"];
  const paths = [
    "/events",
    "/settings",
    "/settings/members",
    "/settings/collection",
    "/settings/audit",
    "/developers/keys",
    ...ofEvent.map((one) => `/events/${event.session_id}${one}`),
  ];
  for (const path of paths) await test.step(path, () => visit(organiser, path, 200));
});

test("a script injected into a page does not run", async ({ page }) => {
  await page.goto("/login");
  const ran = await page.evaluate(async () => {
    const refused = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective)),
    );
    document.body.insertAdjacentHTML(
      "beforeend",
      '<img alt="" src="data:," onerror="document.title = \'ran\'">',
    );
    return [await refused, document.title];
  });
  expect(ran).toEqual(["script-src-attr", "Sign in · Takings"]);
});

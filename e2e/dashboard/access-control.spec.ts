import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, PERMISSIONS, type Permission, roleHasPermission } from "@/lib/core/roles";
import { lockExpectedPayments, setUnreadableStart } from "../db-queries";
import { fillPath, listRoutes } from "../route-list";
import { findLogLines } from "../service";
import { expect, test } from "./fixtures";
import { type DashboardPage, SCREENS } from "./pages";

/** Placeholder ids by the parameter names of the folders. */
const IDS: Record<string, string> = {
  session_id: newId("session"),
  transaction_id: newId("transaction"),
  delivery_id: newId("delivery"),
  exception_id: newId("exception"),
  endpoint_id: newId("webhookEndpoint"),
  member_id: newId("member"),
  sign_in_id: newId("signIn"),
  alert_id: newId("memberAlert"),
  browser_id: newId("pushSubscription"),
  replay_id: newId("replay"),
  key_id: newId("apiKey"),
  operator_id: newId("operator"),
  device_id: newId("device"),
  claim_id: newId("deviceClaim"),
  refund_id: newId("refund"),
  request_id: newId("request"),
  connection_id: newId("bankConnection"),
  terminal_id: "pos_unknown_1",
};

/** Every method of every path of the dashboard's JSON API, with the permission that it requires. */
const routes = listRoutes("api/dashboard").map(({ name, method, pattern, permission }) => ({
  name,
  method,
  url: fillPath(pattern, IDS),
  permission: permission as Permission,
}));

test("every path of the dashboard's API requires a named permission", () => {
  expect(routes.filter(({ permission }) => !(permission in PERMISSIONS))).toEqual([]);
  expect(routes.length).toBeGreaterThan(40);
});

test("without a sign-in every path and page is refused", async ({ request }) => {
  const statuses = [];
  for (const { name, method, url } of routes) {
    statuses.push(`${name}: ${(await request.fetch(url, { method })).status()}`);
  }
  expect(statuses).toEqual(routes.map(({ name }) => `${name}: 401`));
});

/** The headers of a client-side navigation, without cookies. */
async function moveBy(page: Page, link: string) {
  const pressed = page.waitForRequest((request) => {
    const headers = request.headers();
    return "next-router-state-tree" in headers && !("next-router-prefetch" in headers);
  });
  await page.getByRole("link", { name: link }).first().click();
  const request = await pressed;
  const { cookie: _, ...headers } = await request.allHeaders();
  return { url: request.url(), headers };
}

for (const role of MEMBER_ROLES.filter((one) => one !== "owner")) {
  test(`${role} is refused everything that the role's permissions do not include`, async ({ pageOf }) => {
    const { request } = await pageOf(role);
    const forbiddenRoutes = routes.filter(({ permission }) => !roleHasPermission(role, permission));
    const statuses = [];
    for (const { name, method, url } of forbiddenRoutes) {
      statuses.push(`${name}: ${(await request.fetch(url, { method })).status()}`);
    }
    expect(statuses).toEqual(forbiddenRoutes.map(({ name }) => `${name}: 403`));
  });
}

for (const role of ["gate_lead", "viewer"] as const) {
  test(`${role} is refused exactly the pages that need a permission that the role has not`, async ({
    pageOf,
    event,
  }) => {
    const { request } = await pageOf(role);
    const inside = SCREENS.filter(({ outside, duringSetUp }) => !outside && !duringSetUp);
    const isRefused = ({ needs }: DashboardPage) =>
      needs !== undefined && !needs.some((permission) => roleHasPermission(role, permission));
    const refused: string[] = [];
    for (const page of inside) {
      const answer = await request.get(await page.path(event));
      if (answer.status() === 403) refused.push(page.name);
    }
    expect(refused).toEqual(inside.filter(isRefused).map(({ name }) => name));
    expect(refused.length).toBeGreaterThan(5);
  });
}

test("the pages of an unknown event are answered 404", async ({ pageOf, event }) => {
  const { request } = await pageOf("gate_lead");
  const statusOf = async (page: string) => (await request.get(page)).status();
  expect(await statusOf(`/events/${event.session_id}`)).toBe(200);
  const unknownPath = `/events/${newId("session")}`;
  expect(await Promise.all(["", "/terminals"].map((page) => statusOf(unknownPath + page)))).toEqual([
    404, 404,
  ]);
});

test("a client-side navigation requires the same permission as loading the address", async ({
  organiser,
  pageOf,
  event,
  pay,
}) => {
  await pay.transfer(event);
  await organiser.goto(`/events/${event.session_id}`);
  const { url, headers } = await moveBy(organiser, "Settlement");
  const read = async (page: typeof organiser) => (await page.request.get(url, { headers })).text();
  expect(await read(organiser)).toContain("total_pending_settlement");
  expect(await read(await pageOf("gate_lead"))).not.toContain("total_pending_settlement");
});

test("a loaded page is complete, and a client-side navigation shows the outline of a page that is not ready", async ({
  organiser,
  event,
}) => {
  const OUTLINE = "data-skeleton";
  for (const page of ["", "/terminals", "/operators", "/reconciliation", "/settlement", "/webhooks"]) {
    const opened = await organiser.request.get(`/events/${event.session_id}${page}`);
    expect(await opened.text(), page || "live").not.toContain(OUTLINE);
  }
  await organiser.goto(`/events/${event.session_id}`);
  const { url, headers } = await moveBy(organiser, "Expected payments");
  const cookie = (await organiser.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const unlock = await lockExpectedPayments();
  let moved = "";
  try {
    const { body } = await fetch(url, { headers: { ...headers, cookie, "accept-encoding": "identity" } });
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      moved += part;
      // The page waits for the lock, so the outline comes before it.
      if (moved.includes(OUTLINE)) await unlock();
    }
  } finally {
    await unlock();
  }
  expect(moved).toContain(OUTLINE);
  // A page that is ready at once has none, because React would show what follows it 300 ms later.
  await expect
    .poll(async () => (await organiser.request.get(url, { headers })).text())
    .not.toContain(OUTLINE);
});

test("another site cannot have a member's browser change anything", async ({ pageOf }) => {
  const { request } = await pageOf("owner");
  const statuses = [];
  for (const { name, method, url } of routes.filter((route) => route.method !== "GET")) {
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    statuses.push(`${name}: ${(await request.fetch(url, { method, headers })).status()}`);
  }
  expect(statuses.filter((status) => !status.endsWith(": 403"))).toEqual([]);
});

test("a page that fails is answered 500, shows the request id, and is one line in the log", async ({
  organiser,
  event,
}) => {
  const restore = await setUnreadableStart(event.session_id);
  try {
    const answer = await organiser.goto(`/events/${event.session_id}`);
    expect(answer?.status()).toBe(500);
    const requestId = answer?.headers()["x-request-id"] ?? "an id";
    await expect(organiser.getByText(requestId)).toBeVisible();
    await expect.poll(() => findLogLines(requestId).length).toBe(1);
    expect(JSON.parse(findLogLines(requestId)[0] ?? "")).toMatchObject({ requestId, reference: requestId });
  } finally {
    await restore();
  }
});

import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, may, PERMISSIONS, type Permission } from "@/lib/core/roles";
import { makeUnreadable } from "../db-queries";
import { addressOf, routesOf } from "../route-list";
import { loggedOf } from "../service";
import { expect, test } from "./fixtures";

/** Ids that could be somebody's, by the names of the folders. */
const IDS: Record<string, string> = {
  session_id: newId("session"),
  transaction_id: newId("transaction"),
  delivery_id: newId("delivery"),
  exception_id: newId("exception"),
  endpoint_id: newId("endpoint"),
  member_id: newId("member"),
  sign_in_id: newId("signIn"),
  alert_id: newId("memberAlert"),
  key_id: newId("apiKey"),
  operator_id: newId("operator"),
  device_id: newId("device"),
  claim_id: newId("deviceClaim"),
  terminal_id: "pos_unknown_1",
};

/** Every method of every path of the dashboard's JSON door, and what it asks for. */
const doors = routesOf("api/dashboard").map(({ name, method, pattern, permission }) => ({
  name,
  method,
  url: addressOf(pattern, IDS),
  permission: permission as Permission,
}));

test("every path of the dashboard's door asks for a permission by name", () => {
  expect(doors.filter(({ permission }) => !(permission in PERMISSIONS))).toEqual([]);
  expect(doors.length).toBeGreaterThan(40);
});

test("who is not signed in is let in nowhere", async ({ request }) => {
  const statuses = [];
  for (const { name, method, url } of doors) {
    statuses.push(`${name}: ${(await request.fetch(url, { method })).status()}`);
  }
  expect(statuses).toEqual(doors.map(({ name }) => `${name}: 401`));
});

/** What the browser asks for when somebody presses a link, without who it is. */
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
  test(`${role} is refused whatever the table of roles does not give them`, async ({ pageOf }) => {
    const { request } = await pageOf(role);
    const shut = doors.filter(({ permission }) => !may(role, permission));
    const statuses = [];
    for (const { name, method, url } of shut) {
      statuses.push(`${name}: ${(await request.fetch(url, { method })).status()}`);
    }
    expect(statuses).toEqual(shut.map(({ name }) => `${name}: 403`));
  });
}

test("pages say by their status what is not a member's to see, and what is not there", async ({
  pageOf,
  event,
}) => {
  const { request } = await pageOf("gate_lead");
  const statusOf = async (page: string) => (await request.get(page)).status();
  const own = `/events/${event.session_id}`;
  const shut = ["/reconciliation", "/settlement", "/webhooks"];
  expect(await Promise.all(shut.map((page) => statusOf(own + page)))).toEqual([403, 403, 403]);
  expect(await statusOf("/developers/keys")).toBe(403);
  expect(await statusOf(own)).toBe(200);
  const nobodys = `/events/${newId("session")}`;
  expect(await Promise.all(["", "/terminals"].map((page) => statusOf(nobodys + page)))).toEqual([404, 404]);
});

test("a move from page to page asks for the permission as well as an address typed in", async ({
  organiser,
  pageOf,
  event,
  pay,
}) => {
  await pay.transfer(event);
  await organiser.goto(`/events/${event.session_id}`);
  const { url, headers } = await moveBy(organiser, "Settlement");
  const told = async (page: typeof organiser) => (await page.request.get(url, { headers })).text();
  expect(await told(organiser)).toContain("total_pending_settlement");
  expect(await told(await pageOf("gate_lead"))).not.toContain("total_pending_settlement");
});

test("a page that is opened comes whole, and one that is moved to shows its outline first", async ({
  organiser,
  event,
}) => {
  const OUTLINE = "data-skeleton";
  for (const page of ["", "/terminals", "/operators", "/reconciliation", "/settlement", "/webhooks"]) {
    const opened = await organiser.request.get(`/events/${event.session_id}${page}`);
    expect(await opened.text(), page || "live").not.toContain(OUTLINE);
  }
  await organiser.goto("/events");
  const { url, headers } = await moveBy(organiser, event.name);
  const moved = await organiser.request.get(url, { headers });
  expect(await moved.text()).toContain(OUTLINE);
});

test("another site cannot have a member's browser change anything", async ({ pageOf }) => {
  const { request } = await pageOf("owner");
  const statuses = [];
  for (const { name, method, url } of doors.filter((door) => door.method !== "GET")) {
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    statuses.push(`${name}: ${(await request.fetch(url, { method, headers })).status()}`);
  }
  expect(statuses.filter((status) => !status.endsWith(": 403"))).toEqual([]);
});

test("a page that fails is answered 500, tells the request's id to quote, and is one line of the log", async ({
  organiser,
  event,
}) => {
  const mend = await makeUnreadable(event.session_id);
  try {
    const answer = await organiser.goto(`/events/${event.session_id}`);
    expect(answer?.status()).toBe(500);
    const requestId = answer?.headers()["x-request-id"] ?? "an id";
    await expect(organiser.getByText(requestId)).toBeVisible();
    await expect.poll(() => loggedOf(requestId).length).toBe(1);
    expect(JSON.parse(loggedOf(requestId)[0] ?? "")).toMatchObject({ requestId, reference: requestId });
  } finally {
    await mend();
  }
});

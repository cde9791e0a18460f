// Guarantee: another organisation's ids are answered like unknown ids, in either order of requests, and requests for them change nothing.
import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { fillPath, listPatterns, listRoutes, parametersOf, type Route } from "../route-list";
import {
  createRouteSender,
  createTestResources,
  type Ids,
  ROUTE_INPUTS,
  type RouteSender,
  type TestResources,
} from "../test-resources";
import { test as base, createPlatform, expect } from "./fixtures";
import { createMember, signIn } from "./sign-in";

const UNKNOWN: Ids = {
  session_id: newId("session"),
  terminal_id: "pos_0000000000_001",
  operator_id: newId("operator"),
  transaction_id: newId("transaction"),
  expected_payment_id: newId("expectedPayment"),
  exception_id: newId("exception"),
  delivery_id: newId("delivery"),
  endpoint_id: newId("webhookEndpoint"),
  replay_id: newId("replay"),
  key_id: newId("apiKey"),
  member_id: newId("member"),
  sign_in_id: newId("signIn"),
  organisation_id: newId("organisation"),
  device_id: newId("device"),
  claim_id: newId("deviceClaim"),
  refund_id: newId("refund"),
  request_id: newId("request"),
  connection_id: newId("bankConnection"),
  alert_id: newId("memberAlert"),
  browser_id: newId("pushSubscription"),
  wallboard_key: "0".repeat(43),
};

const ROUTES = ["api/dashboard", "api/live", "api/webhooks", "v1"]
  .flatMap(listRoutes)
  .filter(({ pattern }) => !pattern.includes("[..."));
/** Served for any id: the page sends the link's token, which alone grants access. */
const PUBLIC_PAGE = "/wall/[session_id]/open";
const PAGES = listPatterns("", "page.tsx").filter(({ pattern }) => pattern.includes("["));

/** The ids in a request: those of its path, its query and its body. */
function namesOf({ name, pattern }: Route): string[] {
  const used = new Set(parametersOf(pattern));
  const watched = new Proxy(UNKNOWN, {
    get: (ids, key) => {
      used.add(String(key));
      return ids[String(key)];
    },
  });
  ROUTE_INPUTS[name]?.body?.(watched);
  ROUTE_INPUTS[name]?.query?.(watched);
  return [...used];
}

/** Each way to use foreign ids: all ids of a request, and each single one among the caller's own. */
function waysOf(route: Route): string[][] {
  const names = namesOf(route);
  // A wallboard link works without a sign-in: its session and token together grant access.
  if (route.wrapper === "forPublic") return names.map((name) => [name]);
  return names.length > 1 ? [names, ...names.map((name) => [name])] : names.map((name) => [name]);
}

const pick = (ids: Ids, names: string[]) => Object.fromEntries(names.map((name) => [name, ids[name] ?? ""]));

/** A response without its request id and the ids that the caller sent, for comparison. */
function withoutIds({ status, text }: { status: number; text: string }, ids: Ids): string {
  const hidden = Object.entries(ids).reduce((actual, [name, id]) => actual.replaceAll(id, name), text);
  return `${status} ${hidden.replace(/req_[0-9a-z]{26}/g, "REQUEST").replace(/"(generated_at|reconciled_at)":"[^"]+"/g, "")}`;
}

interface Strangers {
  /** Opens a browser context of a member of `otherPlatform` with this role. */
  strangerOf: (role: MemberRole) => Promise<APIRequestContext>;
}

const test = base.extend<Strangers, object>({
  // An organisation of this file alone: events of other files' sessions would be sent meanwhile.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
  strangerOf: async ({ playwright, baseURL, otherPlatform }, use) => {
    const owner = createMember(otherPlatform.organisation, "owner");
    const contexts: APIRequestContext[] = [];
    await use(async (role) => {
      const first = await owner;
      const login = role === "owner" ? first : await createMember(otherPlatform.organisation, role);
      const request = await playwright.request.newContext({ baseURL });
      contexts.push(request);
      await signIn({ request }, login);
      return request;
    });
    for (const context of contexts) await context.dispose();
  },
});

/**
 * Sends every request that contains an id, once with the ids of `theirs` and once with unknown ones. Returns those
 * whose responses differ.
 */
async function compareAll(routes: Route[], ask: RouteSender, { own, theirs }: { own: Ids; theirs: Ids }) {
  const differences: string[] = [];
  const statuses = new Map<string, number>();
  for (const route of routes) {
    for (const names of waysOf(route)) {
      const [foreign, unknown] = [
        { ...own, ...pick(theirs, names) },
        { ...own, ...pick(UNKNOWN, names) },
      ];
      const [got, expected] = [await ask(route, foreign), await ask(route, unknown)];
      const [actual, wanted] = [withoutIds(got, foreign), withoutIds(expected, unknown)];
      const way = `${route.name} by ${names.join(", ")}`;
      if (actual !== wanted) differences.push(`${way}: ${actual} instead of ${wanted}`);
      statuses.set(way, got.status);
    }
  }
  return { differences, statuses };
}

/** The bank webhook of a connection answers an unsigned request like a wrong signature, whatever the id. */
const UNSIGNED = "POST /api/webhooks/bank/[connection_id]";

/** Returns the statuses, other than these, of requests with a foreign id in the path. */
const otherThan = (statuses: Map<string, number>, allowed: number[]) =>
  [...statuses].filter(([way, status]) => {
    const [name = "", names = ""] = way.split(" by ");
    const expected = name === UNSIGNED ? [401] : allowed;
    return names.split(", ").some((one) => name.includes(`[${one}]`)) && !expected.includes(status);
  });

/** What the owner reads everywhere: each status and text, without what every read changes. */
async function readAll({ ask, ids }: TestResources): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const route of ROUTES.filter(({ method }) => method === "GET")) {
    if (route.wrapper === "forApiKey" || route.pattern.startsWith("/api/dashboard/audit")) continue;
    const { status, text } = await ask(route, ids);
    const steady = text
      .replace(/"(generated_at|reconciled_at|last_used_at|as_of|from)":("[^"]*"|null)/g, "")
      .replace(/"hours":\[[^\]]*\]/g, "")
      // A chart gets a further bar, of zero, when its next step begins.
      .replace(/(,0)+\]/g, "]")
      .replace(/req_[0-9a-z]{26}/g, "");
    read[route.name] = `${status} ${route.pattern.startsWith("/api/live") ? "" : steady}`;
  }
  return read;
}

async function expectPagesUnknown(request: APIRequestContext, theirs: Ids): Promise<void> {
  for (const { pattern } of PAGES) {
    const statuses = [];
    for (const ids of [theirs, UNKNOWN]) {
      const answer = await request.get(fillPath(pattern, ids));
      expect(await answer.text()).not.toContain("Afrobeats");
      statuses.push(answer.status());
    }
    expect(statuses[0], pattern).toBe(statuses[1]);
    expect(pattern === PUBLIC_PAGE ? [200] : [403, 404], pattern).toContain(statuses[0]);
  }
}

for (const order of ["the stranger first", "the owner first"]) {
  for (const role of MEMBER_ROLES) {
    test(`a foreign ${role} gets the same responses as for unknown ids, ${order}`, async ({
      api,
      otherApi,
      bank,
      receiver,
      organiser,
      strangerOf,
    }) => {
      test.setTimeout(90_000);
      const theirs = await createTestResources({ api, bank, receiver, request: organiser.request });
      const stranger = await strangerOf(role);
      const otherOwner = role === "owner" ? stranger : await strangerOf("owner");
      const mine = await createTestResources({ api: otherApi, bank, receiver, request: otherOwner });
      const before = order === "the owner first" ? await readAll(theirs) : undefined;

      const routes = ROUTES.filter(({ wrapper }) => wrapper !== "forApiKey");
      const found = await compareAll(routes, createRouteSender(stranger, otherApi), {
        own: mine.ids,
        theirs: theirs.ids,
      });
      expect(found.differences).toEqual([]);
      expect(otherThan(found.statuses, role === "owner" ? [404] : [403, 404])).toEqual([]);
      await expectPagesUnknown(stranger, theirs.ids);

      const after = await readAll(theirs);
      expect(Object.entries(after).filter(([, actual]) => !actual.startsWith("200"))).toEqual([]);
      if (before) expect(after).toEqual(before);
      for (const { pattern } of PAGES) {
        expect((await organiser.request.get(fillPath(pattern, theirs.ids))).status(), pattern).toBe(200);
      }
    });
  }

  test(`a foreign API key gets the same responses as for unknown ids, ${order}`, async ({
    api,
    otherApi,
    bank,
    receiver,
    organiser,
    strangerOf,
  }) => {
    const theirs = await createTestResources({ api, bank, receiver, request: organiser.request });
    const owner = await strangerOf("owner");
    const mine = await createTestResources({ api: otherApi, bank, receiver, request: owner });
    const before = order === "the owner first" ? await readAll(theirs) : undefined;
    const routes = ROUTES.filter(({ wrapper }) => wrapper === "forApiKey");
    const found = await compareAll(routes, createRouteSender(owner, otherApi), {
      own: mine.ids,
      theirs: theirs.ids,
    });
    expect(found.differences).toEqual([]);
    expect(otherThan(found.statuses, [404])).toEqual([]);
    const after = await readAll(theirs);
    if (before) expect(after).toEqual(before);
    for (const route of routes.filter(({ method }) => method === "GET")) {
      expect((await createRouteSender(organiser.request, api)(route, theirs.ids)).status, route.name).toBe(
        200,
      );
    }
  });
}

test("every route with an id or a body is part of the comparison", () => {
  const missing = ROUTES.filter(
    ({ name, method, pattern }) => method !== "GET" && !ROUTE_INPUTS[name] && !pattern.includes("["),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(ROUTES.length).toBeGreaterThan(60);
  expect(MEMBER_ROLES.filter((role) => roleHasPermission(role, "see_events"))).toEqual([...MEMBER_ROLES]);
});

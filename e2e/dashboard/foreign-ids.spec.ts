// Guarantee: another organisation's ids are answered as unknown ids are, whoever asks first, and asking changes nothing.
import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, type MemberRole, may } from "@/lib/core/roles";
import { addressOf, parametersOf, patternsOf, type Route, routesOf } from "../route-list";
import { type Asker, type Ids, openWorld, REQUESTS, type World, worldOf } from "../world";
import { test as base, expect } from "./fixtures";
import { newMember, signIn } from "./sign-in";

const UNKNOWN: Ids = {
  session_id: newId("session"),
  terminal_id: "pos_0000000000_001",
  operator_id: newId("operator"),
  transaction_id: newId("transaction"),
  exception_id: newId("exception"),
  delivery_id: newId("delivery"),
  endpoint_id: newId("endpoint"),
  key_id: newId("apiKey"),
  member_id: newId("member"),
  sign_in_id: newId("signIn"),
  organisation_id: newId("organisation"),
  device_id: newId("device"),
  claim_id: newId("deviceClaim"),
  alert_id: newId("memberAlert"),
  wall_key: "0".repeat(43),
};

const ROUTES = ["api/dashboard", "api/live", "v1"]
  .flatMap(routesOf)
  .filter(({ pattern }) => !pattern.includes("[..."));
/** Shown to anybody whatever its id: it sends the link's token, which alone decides. */
const PUBLIC_PAGE = "/wall/[session_id]/open";
const PAGES = patternsOf("", "page.tsx").filter(({ pattern }) => pattern.includes("["));

/** The ids that a request names: those of its path, its query and its body. */
function namesOf({ name, pattern }: Route): string[] {
  const used = new Set(parametersOf(pattern));
  const watched = new Proxy(UNKNOWN, {
    get: (ids, key) => {
      used.add(String(key));
      return ids[String(key)];
    },
  });
  REQUESTS[name]?.body?.(watched);
  REQUESTS[name]?.query?.(watched);
  return [...used];
}

/** Each way to name somebody else's: all ids of a request, and one of them among the caller's own. */
function waysOf(route: Route): string[][] {
  const names = namesOf(route);
  // A wallboard link is for whoever has it: its session and its token together let anybody in.
  if (route.wrapper === "forAnyone") return names.map((name) => [name]);
  return names.length > 1 ? [names, ...names.map((name) => [name])] : names.map((name) => [name]);
}

const pick = (ids: Ids, names: string[]) => Object.fromEntries(names.map((name) => [name, ids[name] ?? ""]));

/** What tells one answer from another, but for the request's own id and the ids that the caller sent. */
function tellingPart({ status, text }: { status: number; text: string }, ids: Ids): string {
  const hidden = Object.entries(ids).reduce((told, [name, id]) => told.replaceAll(id, name), text);
  return `${status} ${hidden.replace(/req_[0-9a-z]{26}/g, "REQUEST").replace(/"(generated_at|reconciled_at)":"[^"]+"/g, "")}`;
}

interface Strangers {
  /** Somebody of `rival` with this role, in a browser of their own. */
  strangerOf: (role: MemberRole) => Promise<APIRequestContext>;
}

const test = base.extend<Strangers>({
  strangerOf: async ({ playwright, baseURL, rival }, use) => {
    const owner = newMember(rival.organisation, "owner");
    const contexts: APIRequestContext[] = [];
    await use(async (role) => {
      const first = await owner;
      const login = role === "owner" ? first : await newMember(rival.organisation, role);
      const request = await playwright.request.newContext({ baseURL });
      contexts.push(request);
      await signIn({ request }, login);
      return request;
    });
    for (const context of contexts) await context.dispose();
  },
});

/** Sends every request that names an id, once with the ids of `theirs` and once with unknown ones; returns the unlike. */
async function compareAll(routes: Route[], ask: Asker, { own, theirs }: { own: Ids; theirs: Ids }) {
  const unlike: string[] = [];
  const statuses = new Map<string, number>();
  for (const route of routes) {
    for (const names of waysOf(route)) {
      const [foreign, unknown] = [
        { ...own, ...pick(theirs, names) },
        { ...own, ...pick(UNKNOWN, names) },
      ];
      const [got, expected] = [await ask(route, foreign), await ask(route, unknown)];
      const [told, wanted] = [tellingPart(got, foreign), tellingPart(expected, unknown)];
      const way = `${route.name} by ${names.join(", ")}`;
      if (told !== wanted) unlike.push(`${way}: ${told} instead of ${wanted}`);
      statuses.set(way, got.status);
    }
  }
  return { unlike, statuses };
}

/** The statuses of requests with a foreign id in the path that are none of these. */
const otherThan = (statuses: Map<string, number>, allowed: number[]) =>
  [...statuses].filter(([way, status]) => {
    const [name = "", names = ""] = way.split(" by ");
    return names.split(", ").some((one) => name.includes(`[${one}]`)) && !allowed.includes(status);
  });

/** What the owner reads of everything: each status and text, without what every reading changes. */
async function readAll({ ask, ids }: World): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const route of ROUTES.filter(({ method }) => method === "GET")) {
    if (route.wrapper === "forApiKey" || route.pattern === "/api/dashboard/audit") continue;
    const { status, text } = await ask(route, ids);
    const steady = text
      .replace(/"(generated_at|reconciled_at|last_used_at|as_of|from)":("[^"]*"|null)/g, "")
      .replace(/req_[0-9a-z]{26}/g, "");
    read[route.name] = `${status} ${route.pattern.startsWith("/api/live") ? "" : steady}`;
  }
  return read;
}

async function expectPagesUnknown(request: APIRequestContext, theirs: Ids): Promise<void> {
  for (const { pattern } of PAGES) {
    const statuses = [];
    for (const ids of [theirs, UNKNOWN]) {
      const answer = await request.get(addressOf(pattern, ids));
      expect(await answer.text()).not.toContain("Afrobeats");
      statuses.push(answer.status());
    }
    expect(statuses[0], pattern).toBe(statuses[1]);
    expect(pattern === PUBLIC_PAGE ? [200] : [403, 404], pattern).toContain(statuses[0]);
  }
}

for (const order of ["the stranger first", "the owner first"]) {
  for (const role of MEMBER_ROLES) {
    test(`a stranger who is ${role} gets what unknown ids get, ${order}`, async ({
      api,
      rivalApi,
      bank,
      receiver,
      organiser,
      strangerOf,
    }) => {
      test.setTimeout(90_000);
      const theirs = await openWorld({ api, bank, receiver, request: organiser.request });
      const stranger = await strangerOf(role);
      const rivalOwner = role === "owner" ? stranger : await strangerOf("owner");
      const mine = await openWorld({ api: rivalApi, bank, receiver, request: rivalOwner });
      const before = order === "the owner first" ? await readAll(theirs) : undefined;

      const routes = ROUTES.filter(({ wrapper }) => wrapper !== "forApiKey");
      const found = await compareAll(routes, worldOf(stranger, rivalApi), {
        own: mine.ids,
        theirs: theirs.ids,
      });
      expect(found.unlike).toEqual([]);
      expect(otherThan(found.statuses, role === "owner" ? [404] : [403, 404])).toEqual([]);
      await expectPagesUnknown(stranger, theirs.ids);

      const after = await readAll(theirs);
      expect(Object.entries(after).filter(([, told]) => !told.startsWith("200"))).toEqual([]);
      if (before) expect(after).toEqual(before);
      for (const { pattern } of PAGES) {
        expect((await organiser.request.get(addressOf(pattern, theirs.ids))).status(), pattern).toBe(200);
      }
    });
  }

  test(`a stranger's API key gets what unknown ids get, ${order}`, async ({
    api,
    rivalApi,
    bank,
    receiver,
    organiser,
    strangerOf,
  }) => {
    const theirs = await openWorld({ api, bank, receiver, request: organiser.request });
    const owner = await strangerOf("owner");
    const mine = await openWorld({ api: rivalApi, bank, receiver, request: owner });
    const before = order === "the owner first" ? await readAll(theirs) : undefined;
    const routes = ROUTES.filter(({ wrapper }) => wrapper === "forApiKey");
    const found = await compareAll(routes, worldOf(owner, rivalApi), { own: mine.ids, theirs: theirs.ids });
    expect(found.unlike).toEqual([]);
    expect(otherThan(found.statuses, [404])).toEqual([]);
    const after = await readAll(theirs);
    if (before) expect(after).toEqual(before);
    for (const route of routes.filter(({ method }) => method === "GET")) {
      expect((await worldOf(organiser.request, api)(route, theirs.ids)).status, route.name).toBe(200);
    }
  });
}

test("every route that names an id or takes a body is part of the comparison", () => {
  const unheard = ROUTES.filter(
    ({ name, method, pattern }) => method !== "GET" && !REQUESTS[name] && !pattern.includes("["),
  );
  expect(unheard.map(({ name }) => name)).toEqual([]);
  expect(ROUTES.length).toBeGreaterThan(60);
  expect(MEMBER_ROLES.filter((role) => may(role, "see_events"))).toEqual([...MEMBER_ROLES]);
});

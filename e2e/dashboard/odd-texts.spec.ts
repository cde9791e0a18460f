// Guarantee: no text in a path, a query or a body causes a server error, and every text has a documented maximum.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import {
  type Answer,
  createApi,
  createMember,
  createPlatform,
  createSession,
  expect,
  postSignIn,
  type SessionData,
  send,
  signIn,
  test,
} from "./fixtures";

const APP = path.resolve(import.meta.dirname, "../../app");
const METHODS = /^export const (?:\{)?\s*(GET|POST|PUT|PATCH|DELETE)\b/gm;
const ODD = ["\u0000", "a\u0000b", "\ud800", "\udc00b", "\ufffe", "\u202e'\"\\%_"];
/** Percent-encoded: NUL, a lone surrogate, invalid UTF-8, and an incomplete escape. */
const ODD_ESCAPES = ["%00", "a%00b", "%ED%A0%80", "%ff", "%c0%80", "%5C%27", "%F0%9F%92"];
const PARAMETERS = [
  "q status limit offset before after session_id outcome state kind format from to terminal operator next callbackUrl",
  "payment delivery transaction_id key token csrfToken error",
].flatMap((names) => names.split(" "));

/** Valid bodies by the paths that accept them. */
const bodies = (event: SessionData): Record<string, Record<string, unknown>> => {
  const collection = { account: false, pos: false };
  const terminal_id = event.pos_terminals[0]?.terminal_id;
  return {
    "POST /v1/sessions": {
      external_event_id: "e",
      name: "n",
      collection,
      starts_at: "2026-12-12T18:00:00Z",
      ends_at: "2026-12-12T23:00:00Z",
      webhook_url: "http://127.0.0.1:9/hook",
      metadata: { key: "value" },
    },
    "POST /v1/sessions/[session_id]/operators": { name: "n", email: "e", phone: "p", role: "r" },
    "POST /api/dashboard/sessions": {
      session_id: newId("session"),
      external_event_id: "e",
      name: "n",
      venue: "v",
      collection,
    },
    "POST /api/dashboard/sessions/[session_id]/operators": { name: "n", email: "e", phone: "p", role: "r" },
    "PATCH /api/dashboard/sessions/[session_id]/details": { name: "n", venue: "v" },
    "PUT /api/dashboard/sessions/[session_id]/terminals/[terminal_id]/location": { location: "p" },
    "POST /api/dashboard/sessions/[session_id]/terminals/[terminal_id]/device": { device: "d" },
    "POST /api/dashboard/sessions/[session_id]/exceptions/[exception_id]/resolve": {
      resolution: "dismissed",
      note: "n",
    },
    "POST /api/dashboard/keys": { name: "n", mode: "test" },
    "POST /api/dashboard/members": { email: "nobody@example.com", name: "n", role: "viewer" },
    "POST /api/dashboard/test-payments": {
      session_id: event.session_id,
      channel: "pos",
      terminal_id,
      amount: "1.00",
      outcome: "successful",
      payer: "p",
      narration: "n",
    },
    "PUT /api/dashboard/sessions/[session_id]/payments/operator": {
      operator_id: null,
      matching: { q: "q" },
    },
    "POST /api/join/link": { token: "t" },
    "POST /api/join": { token: "t", password: "a password of some length" },
    "POST /api/live/[session_id]/wallboard": { key: "k" },
  };
};

/** The documented maxima in characters (`docs/not-shown.md`), for members with another maximum than 500. */
const MAXIMA: Record<string, number> = {
  "/name": 200,
  "/venue": 200,
  "/location": 80,
  "/device": 100,
  "/payer": 100,
  "/narration": 100,
  "/note": 1_000,
  "/matching/q": 200,
  "/token": 100,
  "/key": 100,
  "/password": 1_000,
  "POST /api/dashboard/keys/name": 80,
  "POST /api/dashboard/members/email": 254,
};
/** Texts with a fixed format, which a long text does not match. */
const OTHER_FORMS = ["session_id", "mode", "role", "resolution", "channel", "amount", "outcome"];

interface Route {
  name: string;
  method: string;
  path: string;
}

const files = (kind: string) =>
  readdirSync(APP, { recursive: true })
    .map(String)
    .filter((file) => path.basename(file) === kind)
    .sort();

/** Every method of every route file, as Next and the API serve them. */
const routes: Route[] = files("route.ts").flatMap((file) => {
  const address = `/${path.dirname(file).split(path.sep).join("/")}`;
  const text = readFileSync(path.join(APP, file), "utf8");
  const methods = [...text.matchAll(METHODS)].map(([, method = ""]) => method);
  const found = methods.length > 0 ? methods : ["GET", "POST"];
  return found.map((method) => ({ name: `${method} ${address}`, method, path: address }));
});

const pages = files("page.tsx").map(
  (file) =>
    `/${path
      .dirname(file)
      .split(path.sep)
      .filter((part) => !/^\(|^\.$/.test(part))
      .join("/")}`,
);

/**
 * Creates a new organisation, because some requests change it, and a function that sends requests as its owner or
 * with its key.
 */
async function ownOrganisation(page: Page, baseURL: string) {
  const { organisation, apiKey } = await createPlatform();
  await signIn(page.context(), await createMember(organisation, "owner"));
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { cookie, "x-api-key": apiKey };
  const ask = (method: string, target: string, body?: unknown): Promise<Answer> =>
    send(baseURL, { method, path: target, headers, ...(body !== undefined && { body }) });
  return { ask, event: await createSession(createApi(baseURL, apiKey)) };
}

/** A route's path with its parameters filled in. */
const filled = (address: string, fill: (name: string) => string) =>
  address.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => fill(name));

/** Returns the requests that were answered with a server error. */
const failed = (what: string, { status }: Answer) => (status >= 500 ? [`${status} ${what}`] : []);

test("NUL, lone surrogates and broken escapes in any path or query cause no server error", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { ask, event } = await ownOrganisation(page, baseURL ?? "");
  const idOf = (name: string) => (name === "session_id" ? event.session_id : "unknown");
  const failures: string[] = [];
  for (const odd of ODD_ESCAPES) {
    const query = `?${PARAMETERS.map((name) => `${name}=${odd}`).join("&")}&${odd}=1`;
    for (const { name, method, path: address } of routes) {
      // The stream of an existing session does not end.
      const isStream = address.startsWith("/api/live") && method === "GET";
      if (!isStream)
        failures.push(...failed(`${name}${query}`, await ask(method, filled(address, idOf) + query)));
      failures.push(
        ...failed(
          `${name} ${odd}`,
          await ask(
            method,
            filled(address, () => odd),
          ),
        ),
      );
    }
    for (const one of pages) {
      // All parameters at once, and each alone beside the first: an error in one may hide that of the next.
      const alone =
        odd === ODD_ESCAPES[0] ? PARAMETERS.slice(0, 16).map((parameter) => `?${parameter}=${odd}`) : [];
      for (const search of [query, ...alone]) {
        const target = filled(one, idOf) + search;
        failures.push(...failed(target, await ask("GET", target)));
      }
      failures.push(
        ...failed(
          `${one} ${odd}`,
          await ask(
            "GET",
            filled(one, () => odd),
          ),
        ),
      );
    }
  }
  expect(failures).toEqual([]);
});

test("no text of any body causes a server error, and one over its maximum is refused with its member, limit and length", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { ask, event } = await ownOrganisation(page, baseURL ?? "");
  const failures: string[] = [];
  const idOf = (name: string) =>
    ({ session_id: event.session_id, terminal_id: event.pos_terminals[0]?.terminal_id })[name] ??
    newId("exception");
  for (const [route, body] of Object.entries(bodies(event))) {
    expect(
      routes.map(({ name }) => name),
      "the route exists",
    ).toContain(route);
    const [method = "", address = ""] = route.split(" ");
    for (const [pointer, withText] of textsOf(body)) {
      for (const odd of ODD) {
        const answer = await ask(method, filled(address, idOf), withText(odd));
        failures.push(...failed(`${route}${pointer} ${JSON.stringify(odd)}`, answer));
      }
      if (OTHER_FORMS.includes(pointer.slice(1)) && !pointer.startsWith("/metadata")) continue;
      const maximum = MAXIMA[route + pointer] ?? MAXIMA[pointer] ?? 500;
      if (pointer === "/metadata/key") continue;
      const answer = await ask(method, filled(address, idOf), withText("x".repeat(maximum + 1)));
      const { errors } = answer.json() as { errors?: { pointer: string; detail: string }[] };
      const detail = errors?.find((fault) => fault.pointer === pointer)?.detail;
      const words = `must have at most ${maximum} characters, and has ${maximum + 1}.`;
      if (answer.status !== 400 || !detail?.endsWith(words))
        failures.push(`${answer.status} ${route}${pointer} ${detail}`);
    }
  }
  expect(failures).toEqual([]);
});

/** Each text of a body by its pointer, and a function that returns the body with another text in its place. */
function textsOf(body: Record<string, unknown>, prefix = ""): [string, (text: string) => unknown][] {
  return Object.entries(body).flatMap(([name, value]): [string, (text: string) => unknown][] => {
    if (typeof value === "string")
      return [[`${prefix}/${name}`, (text: string) => ({ ...body, [name]: text })]];
    if (typeof value !== "object" || value === null) return [];
    const inner = textsOf(value as Record<string, unknown>, `${prefix}/${name}`);
    return inner.map(([pointer, withText]) => [pointer, (text) => ({ ...body, [name]: withText(text) })]);
  });
}

test("metadata of more than 16 KB as JSON is refused with the maximum and its size", async ({ api }) => {
  const body = (bytes: number) => ({
    external_event_id: "e",
    name: "n",
    collection: { account: false, pos: false },
    metadata: { a: "x".repeat(bytes - '{"a":""}'.length) },
  });
  const answer = await api.post("/v1/sessions", body(16_385));
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    errors: [
      { pointer: "/metadata", detail: "metadata must have at most 16384 bytes as JSON, and has 16385." },
    ],
  });
  expect((await api.post("/v1/sessions", body(16_384))).status).toBe(201);
});

test("a sign-in with an unusual e-mail address or password is refused like any other", async ({ page }) => {
  for (const email of ["nobody\u0000@example.com", "a\ud800@example.com"]) {
    const answer = await postSignIn(page.context(), { email, password: `long enough ${email}` });
    expect(answer.status()).toBe(401);
  }
});

test("a form id whose terminals would collide with another event's is refused", async ({
  organiser,
  event,
}) => {
  const fragment = event.session_id.slice(14, 24);
  const body = (session_id: string) => ({
    session_id,
    external_event_id: "e",
    name: "n",
    collection: { account: false, pos: true, pos_count: 1 },
  });
  for (const id of [`ses_0000000000${fragment}000000`, `ses_zzzzzzzzzz${fragment}zzzzzz`]) {
    const answer = await organiser.request.post("/api/dashboard/sessions", { data: body(id) });
    expect(answer.status(), await answer.text()).toBe(409);
  }
  for (const id of ["ses_zzzzzzzzzzzzzzzzzzzzzzzzzz", "ses_11111111111111111111111111"]) {
    const answer = await organiser.request.post("/api/dashboard/sessions", { data: body(id) });
    expect([200, 201, 409]).toContain(answer.status());
  }
});

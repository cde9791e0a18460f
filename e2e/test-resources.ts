import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { pngHeader } from "@/lib/organisations/testing/images";
import { insertAlert, insertConnection } from "./db-queries";
import type { Api, Bank, Receiver } from "./fixtures";
import { createSession, expectData } from "./fixtures";
import { fillPath, type Route } from "./route-list";

/** Ids by parameter name. */
export type Ids = Record<string, string>;

/** Sends a request to a route with these ids in its path, query and body. */
export type RouteSender = (route: Route, ids: Ids) => Promise<{ status: number; text: string }>;

/**
 * The ids of an organisation's session that has one of each resource, and a function that sends requests with its
 * owner's access.
 */
export interface TestResources {
  ids: Ids;
  ask: RouteSender;
}

interface Shape {
  body?: (ids: Ids) => unknown;
  query?: (ids: Ids) => string;
}

const SESSIONS = "/api/dashboard/sessions/[session_id]";
const TERMINAL = `${SESSIONS}/terminals/[terminal_id]`;
const PAYMENT = `${SESSIONS}/payments/[transaction_id]`;
const EXCEPTION = `${SESSIONS}/exceptions/[exception_id]`;

const newEndpoint = () => ({ url: "http://127.0.0.1:9/hook", event_types: ["expected_payment.updated"] });

/** A browser's push subscription at a push service that does not exist, with the keys of RFC 8291, appendix A. */
const newBrowser = () => ({
  endpoint: `http://127.0.0.1:9/push/${Math.random()}`,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
});

const newLogo = () => ({ image: pngHeader(64, 64).toString("base64") });

const selectedDelivery = ({ session_id, delivery_id }: Ids) => ({
  deliveries: [{ session_id, id: delivery_id }],
});

/** The query and body for each route, complete enough that the request reaches the lookup of its ids. */
export const ROUTE_INPUTS: Record<string, Shape> = {
  "POST /api/dashboard/keys": { body: () => ({ name: "A key", mode: "test" }) },
  "POST /api/dashboard/keys/[key_id]/rotate": { body: () => ({}) },
  "POST /api/dashboard/bank-connections": { body: () => ({ provider: "paystack", credentials: {} }) },
  "POST /api/dashboard/bank-connections/[connection_id]/rotate": { body: () => ({ credentials: {} }) },
  "POST /api/dashboard/members": {
    body: () => ({ email: `somebody-${Math.random()}@example.com`, role: "viewer" }),
  },
  "PATCH /api/dashboard/members/[member_id]": { body: () => ({ role: "viewer" }) },
  "POST /api/dashboard/organisation": { body: ({ organisation_id }) => ({ organisation_id }) },
  "PATCH /api/dashboard/organisation/profile": { body: () => ({ legal_name: "Eko Events Ltd" }) },
  "PUT /api/dashboard/organisation/logo": { body: newLogo },
  "DELETE /api/dashboard/organisation/logo": {},
  "PUT /api/dashboard/alerts": {
    body: ({ session_id }) => ({
      ...{ kinds: ["exception_open"], session_ids: [session_id], by_email: false },
      ...{ quiet_hours: null, summary_hour: 8 },
    }),
  },
  "POST /api/dashboard/alerts/browsers": { body: newBrowser },
  "POST /api/dashboard/alerts/test": { body: ({ browser_id }) => ({ way: "push", id: browser_id }) },
  "PUT /api/dashboard/alerts/webhook": { body: () => ({ url: "http://127.0.0.1:9/alerts" }) },
  "DELETE /api/dashboard/alerts/webhook": {},
  "POST /api/dashboard/alerts/webhook/test": {},
  "POST /api/dashboard/account/confirm": {},
  "POST /api/dashboard/account/password": {},
  "POST /api/dashboard/account/recovery-codes": {},
  "POST /api/dashboard/account/second-factor": {},
  "DELETE /api/dashboard/account/second-factor": {},
  "POST /api/dashboard/account/second-factor/start": {},
  "PUT /api/dashboard/second-factor-roles": {},
  "POST /api/live/[session_id]/wallboard": { body: ({ wallboard_key }) => ({ key: wallboard_key }) },
  "POST /api/dashboard/sessions": {},
  "POST /api/dashboard/sign-ins/end-others": {},
  "POST /api/dashboard/sessions/[session_id]/settlement/import": {
    body: () => ({
      csv: "payment_reference,settlement_reference,settled_on,amount\nT1,S1,2026-11-20,1.00",
      preview: true,
    }),
  },
  "POST /api/dashboard/signing-secrets/rotate": {},
  "POST /api/dashboard/signing-secrets/show": {},
  "POST /api/dashboard/webhook-endpoints": { body: newEndpoint },
  "PUT /api/dashboard/webhook-endpoints/[endpoint_id]": { body: newEndpoint },
  "POST /api/dashboard/deliveries/replay": { body: selectedDelivery },
  "POST /api/dashboard/deliveries/outcomes": { body: selectedDelivery },
  "POST /api/dashboard/deliveries/replay-failed": { body: () => ({ since: "2026-01-01T00:00:00.000Z" }) },
  "POST /api/listeners/[listener_id]/events": { body: () => ({ answers: [] }) },
  [`PUT ${SESSIONS}/webhooks/url`]: { body: () => ({ webhook_url: "http://127.0.0.1:9/changed" }) },
  "POST /api/dashboard/test-payments": {
    body: ({ session_id, terminal_id }) => ({
      session_id,
      terminal_id,
      channel: "pos",
      amount: "100.00",
      outcome: "successful",
      payer: "Ngozi Obi",
      narration: "Ticket",
    }),
  },
  [`POST ${SESSIONS}/deliveries/replay-failed`]: { body: () => ({ since: "2026-01-01T00:00:00.000Z" }) },
  [`POST ${EXCEPTION}/assign`]: { body: ({ session_id }) => ({ to_session_id: session_id }) },
  [`POST ${EXCEPTION}/resolve`]: { body: () => ({ resolution: "dismissed", note: "Nothing" }) },
  [`POST ${SESSIONS}/account`]: {
    body: ({ connection_id }) => ({ connection_id, account_number: "0123456789" }),
  },
  [`GET ${SESSIONS}/export`]: { query: () => "?format=csv" },
  "GET /api/dashboard/payments": { query: ({ session_id }) => `?q=${session_id}` },
  "GET /api/dashboard/comparison": { query: ({ session_id }) => `?events=${session_id}` },
  "GET /api/dashboard/comparison/export.csv": { query: ({ session_id }) => `?events=${session_id}` },
  [`POST ${SESSIONS}/operators`]: { body: () => ({ name: "Ada" }) },
  [`PUT ${SESSIONS}/payments/operator`]: {
    body: ({ operator_id, transaction_id }) => ({ operator_id, payment_ids: [transaction_id] }),
  },
  [`POST ${PAYMENT}/refunds`]: {
    body: () => ({
      request_key: `refund-${Math.random().toString(36).slice(2)}`,
      amount: "1.00",
      reason: "Cancelled",
    }),
  },
  [`POST ${PAYMENT}/refunds/manual`]: {
    body: () => ({
      ...{
        request_key: `refund-${Math.random().toString(36).slice(2)}`,
        amount: "0.01",
        reason: "Cancelled",
      },
      bank_reference: "FT-1",
    }),
  },
  "POST /api/dashboard/refunds/[refund_id]/decision": { body: () => ({ decision: "approve" }) },
  "PUT /api/dashboard/refund-settings": { body: () => ({ approval_above: null }) },
  "POST /api/dashboard/devices/claims": { body: () => ({ serial: "A-DEVICE", provider: "paystack" }) },
  [`POST ${TERMINAL}/device`]: { body: () => ({ device: "A-DEVICE-OF-NOBODY" }) },
  [`PUT ${TERMINAL}/device`]: { body: () => ({ device: "A-DEVICE-OF-NOBODY" }) },
  [`PUT ${TERMINAL}/operator`]: { body: ({ operator_id }) => ({ operator_id }) },
  [`PUT ${TERMINAL}/location`]: { body: () => ({ location: "Gate 1" }) },
  [`PATCH ${SESSIONS}/details`]: { body: () => ({ venue: "Eko Hall" }) },
  [`PUT ${SESSIONS}/archive`]: { body: () => ({ is_archived: true }) },
  "POST /v1/sessions": {},
  "POST /v1/webhooks/bank": {},
  "POST /v1/sessions/[session_id]/operators": { body: () => ({ name: "Ada" }) },
  "GET /v1/transactions": { query: ({ session_id }) => `?session_id=${session_id}` },
  "POST /v1/expected-payments": {
    body: ({ session_id }) => ({
      ...{ session_id, amount: "100.00" },
      reference: `REF-${Math.random().toString(36).slice(2)}7a`,
    }),
  },
  "GET /v1/expected-payments": { query: ({ session_id }) => `?session_id=${session_id}` },
};

/** Sends requests as a signed-in member, and those of the API with a key. */
export function createRouteSender(request: APIRequestContext, api: Api): RouteSender {
  return async ({ name, method, pattern, wrapper }, ids) => {
    const { body, query } = ROUTE_INPUTS[name] ?? {};
    const path = fillPath(pattern, ids) + (query?.(ids) ?? "");
    const sent = body?.(ids);
    if (wrapper === "forApiKey") return api.send({ method, path, ...(sent !== undefined && { body: sent }) });
    if (pattern.startsWith("/api/live") && method === "GET") return openStream(request, path);
    const answer = await request.fetch(path, { method, data: sent });
    return { status: answer.status(), text: await answer.text() };
  };
}

/** Opens a stream that would not end by itself. Returns its status, and the text if it was refused. */
async function openStream(request: APIRequestContext, path: string) {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const home = new URL((await request.head("/api/health/live")).url()).origin;
  const ended = new AbortController();
  const answer = await fetch(new URL(path, home), { headers: { cookie }, signal: ended.signal });
  const text = answer.ok ? "" : await answer.text();
  ended.abort();
  return { status: answer.status, text };
}

type Row = { id: string };

interface Place {
  api: Api;
  bank: Bank;
  receiver: Receiver;
  request: APIRequestContext;
}

/** Creates a session with payments, an operator, an open exception, a webhook event and endpoint, through the API. */
export async function createTestResources({ api, bank, receiver, request }: Place): Promise<TestResources> {
  const session = await createSession(api, { webhook_url: receiver.url });
  const base = `/api/dashboard/sessions/${session.session_id}`;
  const read = async <T>(path: string) => {
    const answer = await request.get(path);
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return JSON.parse(await answer.text()).data as T;
  };
  const write = async (path: string, data?: unknown) => {
    const answer = await request.post(path, { data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300);
    return JSON.parse(await answer.text()).data;
  };
  const { paymentKey } = await bank.tap(session);
  await bank.tap(session, { paymentKey, amount: 77n });
  const operator = expectData<{ id: string }>(
    await api.post(`/v1/sessions/${session.session_id}/operators`, { name: "Ada" }),
    201,
  );
  const expected = expectData<{ id: string }>(
    await api.post("/v1/expected-payments", {
      ...{ session_id: session.session_id, amount: "100.00", reference: "ORD-4821" },
    }),
    201,
  );
  const transactions = expectData<{ id: string }[]>(
    await api.get(`/v1/transactions?session_id=${session.session_id}`),
  );
  let delivery: Row | undefined;
  await expect
    .poll(async () => {
      [delivery] = (await read<{ rows: Row[] }>(`${base}/deliveries`)).rows;
      return delivery;
    })
    .toBeDefined();
  const [exception] = (await read<{ rows: Row[] }>(`${base}/exceptions`)).rows;
  const endpoint: Row = await write("/api/dashboard/webhook-endpoints", newEndpoint());
  const replay: Row = await write("/api/dashboard/deliveries/replay-failed", {
    since: "2026-01-01T00:00:00.000Z",
  });
  await expect
    .poll(async () => read<{ finished_at: string | null }>(`/api/dashboard/webhook-replays/${replay.id}`))
    .toMatchObject({ finished_at: expect.any(String) });
  await request.put("/api/dashboard/organisation/logo", { data: newLogo() });
  // A member has at most ten browsers, and the organiser is the same member in every test of a file.
  for (const { id } of (await read<{ browsers: Row[] }>("/api/dashboard/alerts")).browsers)
    await request.delete(`/api/dashboard/alerts/browsers/${id}`);
  const browser: Row = await write("/api/dashboard/alerts/browsers", newBrowser());
  const { keys } = await read<{ keys: { key_id: string }[] }>("/api/dashboard/keys");
  const members = await read<Row[]>("/api/dashboard/members");
  const organisations = await read<{ organisation_id: string }[]>("/api/dashboard/organisations");
  const [signIn] = await read<Row[]>("/api/dashboard/sign-ins");
  let call: Row | undefined;
  await expect
    .poll(async () => {
      [call] = (await read<{ rows: Row[] }>("/api/dashboard/requests")).rows;
      return call;
    })
    .toBeDefined();
  const terminal = `${base}/terminals/${session.pos_terminals[1]?.terminal_id}`;
  await write(`${terminal}/device`, { device: `OWN-${operator.id}` });
  const wallboard: { url: string } = await write(`${base}/wallboard`);
  await write(`${base}/payment-page`);
  const refund: Row = await write(`${base}/payments/${transactions[0]?.id}/refunds/manual`, {
    ...{ request_key: `refund-${operator.id}`, amount: "0.01", reason: "Cancelled", bank_reference: "FT-1" },
  });
  const readDevices = () => read<Record<"devices" | "open_claims", Row[]>>("/api/dashboard/devices");
  // Tests share an organisation, which has at most ten open claims.
  if ((await readDevices()).open_claims.length === 0)
    await write("/api/dashboard/devices/claims", { serial: `CLAIMED-${operator.id}`, provider: "nomba" });
  const { devices, open_claims: claims } = await readDevices();
  return {
    ids: {
      session_id: session.session_id,
      terminal_id: session.pos_terminals[0]?.terminal_id ?? "",
      operator_id: operator.id,
      transaction_id: transactions[0]?.id ?? "",
      expected_payment_id: expected.id,
      exception_id: exception?.id ?? "",
      delivery_id: delivery?.id ?? "",
      endpoint_id: endpoint.id,
      replay_id: replay.id,
      key_id: keys[0]?.key_id ?? "",
      member_id: members.at(-1)?.id ?? "",
      sign_in_id: signIn?.id ?? "",
      organisation_id: organisations[0]?.organisation_id ?? "",
      device_id: devices[0]?.id ?? "",
      claim_id: claims[0]?.id ?? "",
      refund_id: refund.id,
      request_id: call?.id ?? "",
      connection_id: await insertConnection(organisations[0]?.organisation_id ?? ""),
      browser_id: browser.id,
      alert_id: await insertAlert(members.at(-1)?.id ?? ""),
      wallboard_key: new URL(wallboard.url).hash.slice(1).split("=").at(-1) ?? "",
    },
    ask: createRouteSender(request, api),
  };
}

import { createHmac } from "node:crypto";
import fc from "fast-check";
import type { z } from "zod";
import { AddOperator } from "@/lib/operators/contract";
import { CreateSession } from "@/lib/sessions/contract";
import { TransactionsQuery } from "@/lib/transactions/contract";
import type { Call } from "../fixtures";

/** Existing ids, which some of the fuzzed requests use. */
interface Ids {
  session: string;
  operator: string;
  terminal: string;
  transaction: string;
}

const arbitraryText = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(null, "", 0, -1, 51, 1e308, 2 ** 53, true, [], {}, "\u0000", "\ud800", "NGN", "__proto__"),
  fc.double(),
);

/** Values that are valid for some member, so that some bodies are almost valid. */
const PLAUSIBLE: Record<string, unknown> = {
  external_event_id: "event-1",
  name: "Gate Night",
  currency: "NGN",
  starts_at: "2026-12-12T18:00:00Z",
  ends_at: "2026-12-13T02:00:00+01:00",
  collection: { account: true, pos: true, pos_count: 2 },
  webhook_url: "https://platform.example/events",
  metadata: { tier: "gold" },
  email: "ada@example.com",
  phone: "+2348012345678",
  role: "supervisor",
};
const collection = fc.record(
  {
    account: fc.oneof({ weight: 6, arbitrary: fc.boolean() }, arbitraryText),
    pos: fc.oneof({ weight: 6, arbitrary: fc.boolean() }, arbitraryText),
    pos_count: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -1, max: 52 }) }, arbitraryText),
  },
  { requiredKeys: [] },
);

/** Bodies with the schema's members, each valid, absent or arbitrary; or an arbitrary value. */
function bodiesOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const members = Object.keys(schema.shape).map((name) => {
    const right = name === "collection" ? collection : fc.constant(PLAUSIBLE[name]);
    return [
      name,
      fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: arbitraryText }),
    ] as const;
  });
  const validBody = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(members));
  const arbitraryBody = fc
    .tuple(validBody, fc.dictionary(fc.string(), arbitraryText))
    .map(([body, stray]) => ({ ...stray, ...body }));
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 3, arbitrary: validBody },
    arbitraryBody,
    arbitraryText,
  );
}

/** Bytes of a body: valid JSON, truncated, corrupted, or arbitrary. */
const bytesOf = (body: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 12, arbitrary: body.map((value) => Buffer.from(JSON.stringify(value) ?? "")) },
    fc
      .tuple(body, fc.nat())
      .map(([value, at]) => Buffer.from((JSON.stringify(value) ?? "").slice(0, at % 80))),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  );

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  fc.constantFrom(
    "application/json; charset=utf-8",
    "text/plain",
    "",
    "application/xml",
    "application/json,x",
  ),
);
const headerNames = [
  "accept",
  "x-request-id",
  "idempotency-key",
  "origin",
  "if-none-match",
  "range",
  "x-forwarded-for",
];
const headers = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.string({ unit: fc.constantFrom(..."abc019 ,;=*\"'/\\<>{}\u00e9\u00ff"), maxLength: 30 }),
  { maxKeys: 2 },
);

/** A path segment: the right id, a corrupted id, or arbitrary text. */
const segment = (id: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(id) },
    fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map(encodeLoosely),
    fc.nat(id.length).map((at) => `${id.slice(0, at)}%00${id.slice(at)}`),
    fc.constantFrom("%ff", "%", "..", ".", "%2e%2e", "%2f", "0", "null", "a".repeat(3_000)),
  );

/** Percent-encodes a text; encodes a lone surrogate, which has no UTF-8 form, as well. */
const encodeLoosely = (text: string) => encodeURIComponent(text.toWellFormed());

const pageValue = fc.oneof(
  fc.nat({ max: 60 }).map(String),
  fc.constantFrom("-1", "", "9007199254740991", "9007199254740992", "1e3", "٣", "0x1", " 1"),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Query strings with the schema's parameters, valid, invalid, absent or duplicated, and with unknown ones. */
function queriesOf(names: string[], sessionId: string): fc.Arbitrary<string> {
  const parameter = fc.constantFrom(...names, ...names, "page").chain((name) => {
    const value = name === "session_id" ? fc.oneof(fc.constant(sessionId), fc.string()) : pageValue;
    return value.map((text) => `${name}=${encodeLoosely(text)}`);
  });
  return fc
    .array(parameter, { maxLength: 4 })
    .map((parts) => (parts.length > 0 ? `?${parts.join("&")}` : ""));
}

/** A request as it is sent. */
export interface FuzzedRequest extends Call {
  headers: Record<string, string>;
}

/** Requests to all thirteen API endpoints. Some of those to the bank's path are signed with `secret`. */
export function fuzzedRequests(
  ids: Ids,
  bank: { secret: string; notification: string },
): fc.Arbitrary<FuzzedRequest> {
  const one = segment(ids.session);
  const page = queriesOf(Object.keys(TransactionsQuery.shape), ids.session);
  const path = (...parts: (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
      .map((texts) => texts.join(""));
  const withoutBody = (method: string, target: fc.Arbitrary<string>) =>
    fc.record({ method: fc.constant(method), path: target, headers });
  const withBody = (target: fc.Arbitrary<string>, body: fc.Arbitrary<unknown>) =>
    fc.record({ path: target, raw: bytesOf(body), headers, type: contentType }).map(({ type, ...call }) => ({
      ...call,
      method: "POST",
      headers: { ...call.headers, "content-type": type },
    }));
  return fc.oneof(
    { weight: 4, arbitrary: withBody(path("/v1/sessions"), bodiesOf(CreateSession)) },
    { weight: 3, arbitrary: withBody(path("/v1/sessions/", one, "/operators"), bodiesOf(AddOperator)) },
    withoutBody("GET", path("/v1/sessions/", one)),
    withoutBody("PATCH", path("/v1/sessions/", segment("ses_00000000000000000000000000"), "/close")),
    withoutBody("GET", path("/v1/sessions/", one, "/operators")),
    withoutBody(
      "GET",
      path("/v1/sessions/", one, "/operators/", segment(ids.operator), "/transactions", page),
    ),
    withoutBody("GET", path("/v1/sessions/", one, "/terminals")),
    withoutBody("GET", path("/v1/sessions/", one, "/terminals/", segment(ids.terminal), "/activity", page)),
    { weight: 2, arbitrary: withoutBody("GET", path("/v1/transactions", page)) },
    withoutBody("GET", path("/v1/transactions/", segment(ids.transaction))),
    withoutBody("GET", path("/v1/reconciliation/", one)),
    withoutBody("GET", path("/v1/settlement/", one)),
    { weight: 3, arbitrary: bankNotifications(bank) },
  );
}

/** Requests to the bank's path: documented notifications with changed bytes, correctly signed; or unsigned. */
function bankNotifications({
  secret,
  notification,
}: {
  secret: string;
  notification: string;
}): fc.Arbitrary<FuzzedRequest> {
  const corruptedBody = fc
    .tuple(fc.nat(notification.length), fc.nat(12), fc.json())
    .map(([at, length, put]) => {
      return Buffer.from(notification.slice(0, at) + put + notification.slice(at + length));
    });
  const swapped = fc
    .tuple(fc.constantFrom(...leavesOf(JSON.parse(notification))), arbitraryText)
    .map(([leaf, value]) => Buffer.from(notification.replace(leaf, () => JSON.stringify(value) ?? "null")));
  const raw = fc.oneof({ weight: 4, arbitrary: swapped }, corruptedBody, bytesOf(arbitraryText));
  return fc.tuple(raw, fc.constantFrom(true, true, true, false)).map(([bytes, isSigned]) => {
    const signature = createHmac("sha512", isSigned ? secret : "nobody's")
      .update(bytes)
      .digest("hex");
    const signed = { "content-type": "application/json", "x-paystack-signature": signature };
    return { method: "POST", path: "/v1/webhooks/bank", raw: bytes, headers: signed };
  });
}

/** Lists every non-object member of an object as JSON text. */
function leavesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  return Object.values(value).flatMap(leavesOf);
}

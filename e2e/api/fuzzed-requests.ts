import { createHmac } from "node:crypto";
import fc from "fast-check";
import type { z } from "zod";
import { AddOperator } from "@/lib/operators/contract";
import { CreateSession } from "@/lib/sessions/contract";
import { TransactionsQuery } from "@/lib/transactions/contract";
import type { Call } from "../fixtures";

/** Ids that are somebody's, whose the fuzzed requests name now and then. */
interface Ids {
  session: string;
  operator: string;
  terminal: string;
  transaction: string;
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(null, "", 0, -1, 51, 1e308, 2 ** 53, true, [], {}, "\u0000", "\ud800", "NGN", "__proto__"),
  fc.double(),
);

/** Values that some member takes, so that a body is now and then all but right. */
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
    account: fc.oneof({ weight: 6, arbitrary: fc.boolean() }, junk),
    pos: fc.oneof({ weight: 6, arbitrary: fc.boolean() }, junk),
    pos_count: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -1, max: 52 }) }, junk),
  },
  { requiredKeys: [] },
);

/** Bodies with the schema's own members, each as it should be, absent, or anything at all; or no such thing. */
function bodiesOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const members = Object.keys(schema.shape).map((name) => {
    const right = name === "collection" ? collection : fc.constant(PLAUSIBLE[name]);
    return [name, fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: junk })] as const;
  });
  const shaped = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(members));
  const strayed = fc
    .tuple(shaped, fc.dictionary(fc.string(), junk))
    .map(([body, stray]) => ({ ...stray, ...body }));
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 3, arbitrary: shaped }, strayed, junk);
}

/** Bytes of a body: JSON as it should be, cut, spoilt, or anything. */
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

/** A segment of a path: the id that belongs there, or any text, or an id spoilt. */
const segment = (id: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(id) },
    fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map(encodeLoosely),
    fc.nat(id.length).map((at) => `${id.slice(0, at)}%00${id.slice(at)}`),
    fc.constantFrom("%ff", "%", "..", ".", "%2e%2e", "%2f", "0", "null", "a".repeat(3_000)),
  );

/** As in an address, also what is no text: half a surrogate pair has no UTF-8. */
const encodeLoosely = (text: string) => encodeURIComponent(text.toWellFormed());

const pageValue = fc.oneof(
  fc.nat({ max: 60 }).map(String),
  fc.constantFrom("-1", "", "9007199254740991", "9007199254740992", "1e3", "٣", "0x1", " 1"),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Query strings with the schema's own parameters, right, wrong, absent or twice, and others. */
function queriesOf(names: string[], sessionId: string): fc.Arbitrary<string> {
  const parameter = fc.constantFrom(...names, ...names, "page").chain((name) => {
    const value = name === "session_id" ? fc.oneof(fc.constant(sessionId), fc.string()) : pageValue;
    return value.map((text) => `${name}=${encodeLoosely(text)}`);
  });
  return fc
    .array(parameter, { maxLength: 4 })
    .map((parts) => (parts.length > 0 ? `?${parts.join("&")}` : ""));
}

/** A request as it goes out. */
export interface Fuzzed extends Call {
  headers: Record<string, string>;
}

/** Requests to all thirteen endpoints. Those to the bank's path are signed with `secret` now and then. */
export function requestsTo(ids: Ids, bank: { secret: string; notice: string }): fc.Arbitrary<Fuzzed> {
  const one = segment(ids.session);
  const page = queriesOf(Object.keys(TransactionsQuery.shape), ids.session);
  const path = (...parts: (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
      .map((texts) => texts.join(""));
  const asking = (method: string, target: fc.Arbitrary<string>) =>
    fc.record({ method: fc.constant(method), path: target, headers });
  const telling = (target: fc.Arbitrary<string>, body: fc.Arbitrary<unknown>) =>
    fc.record({ path: target, raw: bytesOf(body), headers, type: contentType }).map(({ type, ...call }) => ({
      ...call,
      method: "POST",
      headers: { ...call.headers, "content-type": type },
    }));
  return fc.oneof(
    { weight: 4, arbitrary: telling(path("/v1/sessions"), bodiesOf(CreateSession)) },
    { weight: 3, arbitrary: telling(path("/v1/sessions/", one, "/operators"), bodiesOf(AddOperator)) },
    asking("GET", path("/v1/sessions/", one)),
    asking("PATCH", path("/v1/sessions/", segment("ses_00000000000000000000000000"), "/close")),
    asking("GET", path("/v1/sessions/", one, "/operators")),
    asking("GET", path("/v1/sessions/", one, "/operators/", segment(ids.operator), "/transactions", page)),
    asking("GET", path("/v1/sessions/", one, "/terminals")),
    asking("GET", path("/v1/sessions/", one, "/terminals/", segment(ids.terminal), "/activity", page)),
    { weight: 2, arbitrary: asking("GET", path("/v1/transactions", page)) },
    asking("GET", path("/v1/transactions/", segment(ids.transaction))),
    asking("GET", path("/v1/reconciliation/", one)),
    asking("GET", path("/v1/settlement/", one)),
    { weight: 3, arbitrary: noticesTo(bank) },
  );
}

/** Notices to the bank's path: what a bank sends, with bytes changed, signed as they are; or not signed at all. */
function noticesTo({ secret, notice }: { secret: string; notice: string }): fc.Arbitrary<Fuzzed> {
  const spoilt = fc.tuple(fc.nat(notice.length), fc.nat(12), fc.json()).map(([at, length, put]) => {
    return Buffer.from(notice.slice(0, at) + put + notice.slice(at + length));
  });
  const swapped = fc
    .tuple(fc.constantFrom(...leavesOf(JSON.parse(notice))), junk)
    .map(([leaf, value]) => Buffer.from(notice.replace(leaf, () => JSON.stringify(value) ?? "null")));
  const raw = fc.oneof({ weight: 4, arbitrary: swapped }, spoilt, bytesOf(junk));
  return fc.tuple(raw, fc.constantFrom(true, true, true, false)).map(([bytes, isSigned]) => {
    const signature = createHmac("sha512", isSigned ? secret : "nobody's")
      .update(bytes)
      .digest("hex");
    const signed = { "content-type": "application/json", "x-paystack-signature": signature };
    return { method: "POST", path: "/v1/webhooks/bank", raw: bytes, headers: signed };
  });
}

/** Every member of an object that is no object itself, as it is written in its JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  return Object.values(value).flatMap(leavesOf);
}

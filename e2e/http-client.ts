import { Agent, request } from "node:http";
import { expect } from "@playwright/test";
import type { z } from "zod";
import { type Client, createClient } from "@/lib/client";
import type { FieldError } from "@/lib/core/errors/errors";
import type { Operator } from "@/lib/operators/contract";
import type { Session } from "@/lib/sessions/contract";
import type { Terminal } from "@/lib/terminals/contract";
import type { Transaction } from "@/lib/transactions/contract";

/** One request. The target and the bytes of the body are sent as given. */
export interface Call {
  method: string;
  /** The target of the request line, sent without normalisation. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** The body's bytes. */
  raw?: string | Buffer;
  /** Sent as JSON, with its content type; excludes `raw`. */
  body?: unknown;
}

/** A response. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Parses the body as JSON. Throws if it is not JSON. */
  json(): unknown;
}

/** Resources as the API returns them. */
export type SessionData = z.input<typeof Session>;
export type TerminalData = z.input<typeof Terminal>;
export type OperatorData = z.input<typeof Operator>;
export type TransactionData = z.input<typeof Transaction>;

/** The error body (RFC 9457). */
export interface Problem {
  success: false;
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  request_id: string;
  errors?: FieldError[];
}

/** Below the service's keep-alive time of 65 s: a request never uses a connection that the service is about to close. */
const IDLE_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: IDLE_MS });

/** The base URL of a service, or a function that returns one for each request if there are several. */
export type Address = string | (() => string);

const toUrl = (address: Address) => (typeof address === "string" ? address : address());

/** Sends one request and reads the complete response. Rejects if the connection ends before that. */
export function send(address: Address, { method, path, headers = {}, raw, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(toUrl(address));
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent: Record<string, string | string[]> = {
    ...(body !== undefined && raw === undefined && { "content-type": "application/json" }),
    ...(bytes !== undefined &&
      !headers["transfer-encoding"] && { "content-length": String(Buffer.byteLength(bytes)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, hostname, port, method, path, headers: sent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, text, json: () => JSON.parse(text) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

/** The API with one key: single requests with their answers, and the client that platforms use. */
export interface Api {
  readonly client: Client;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  patch(path: string): Promise<Answer>;
  /** Sends any request, with the key unless its headers set another. */
  send(call: Call): Promise<Answer>;
}

/** The API at an address, with a key. */
export function createApi(address: Address, apiKey: string): Api {
  const ask = (call: Call) => send(address, { ...call, headers: { "x-api-key": apiKey, ...call.headers } });
  return {
    get client() {
      return createClient({ apiKey, baseUrl: toUrl(address) });
    },
    get: (path) => ask({ method: "GET", path }),
    post: (path, body) => ask({ method: "POST", path, body }),
    patch: (path) => ask({ method: "PATCH", path }),
    send: ask,
  };
}

/** Returns a key with its last character changed, which is never a valid key. */
export const mistype = (key: string): string => key.slice(0, -1) + (key.endsWith("x") ? "y" : "x");

export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
export const AMOUNT = /^\d+\.\d{2}$/;
/** The part of an id after its prefix. */
const ID_BODY = "[0-9a-hjkmnp-tv-z]{26}";
export const SESSION_ID = new RegExp(`^ses_${ID_BODY}$`);
export const TERMINAL_ID = /^pos_[0-9a-z]+_\d{3}$/;
export const OPERATOR_ID = new RegExp(`^op_${ID_BODY}$`);
export const TRANSACTION_ID = new RegExp(`^txn_${ID_BODY}$`);

/** Asserts the headers of every response under `/v1`. */
export function expectHeaders(answer: Answer): void {
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["x-request-id"]).toMatch(/^req_[0-9a-z]{26}$/);
}

/**
 * Asserts the success envelope of §1, without other members, and returns its `data` as the expected type. The
 * contents of `data` are not checked.
 */
export function expectData<D>(answer: Answer, status: 200 | 201 = 200): D {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.headers["content-type"]).toMatch(/^application\/json\b/);
  expectHeaders(answer);
  const envelope = answer.json() as { success: true; data: D };
  expectMembers(envelope, ["success", "data"]);
  expect(envelope.success).toBe(true);
  return envelope.data;
}

/** Asserts that an object has exactly these members. */
export function expectMembers(object: unknown, members: readonly string[]): void {
  expect(Object.keys(object as object).sort()).toEqual([...members].sort());
}

/** An expected error; without places, `errors` must be absent. */
interface Expected {
  status: number;
  /** The JSON Pointers expected in `errors`. */
  pointers?: string[];
  /** The names of query parameters expected in `errors`. */
  parameters?: string[];
  /** The names of request headers expected in `errors`. */
  headers?: string[];
}

/** Asserts an RFC 9457 error body and returns it. */
export function expectProblem(answer: Answer, { status, ...places }: Expected): Problem {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  expectHeaders(answer);
  const problem = answer.json() as Problem;
  const members = ["success", "type", "title", "status", "code", "detail", "request_id"];
  const hasErrors = Object.keys(places).length > 0;
  expectMembers(problem, hasErrors ? [...members, "errors"] : members);
  expect(problem).toMatchObject({ success: false, status });
  expect(problem.type).toMatch(new RegExp(`^https?://[^/]+/docs/errors#${problem.code}$`));
  expect(problem.request_id).toBe(answer.headers["x-request-id"]);
  for (const text of [problem.title, problem.code, problem.detail]) expect(text).toMatch(/\S/);
  if (hasErrors) expectFaults(problem.errors ?? [], places);
  expect(answer.text, "no stack trace").not.toMatch(/node_modules|\.(ts|mjs):\d|\\n\s+at /);
  return problem;
}

/** Asserts that each error names its place and has a detail that says what to send. */
function expectFaults(faults: FieldError[], expected: Omit<Expected, "status">): void {
  const { pointers = [], parameters = [], headers = [] } = expected;
  const places = [
    ...pointers.map((pointer) => ({ pointer })),
    ...parameters.map((parameter) => ({ parameter })),
    ...headers.map((header) => ({ header })),
  ].map((place) => JSON.stringify(place));
  expect(faults.map(({ detail: _, ...place }) => JSON.stringify(place)).sort()).toEqual(places.sort());
  for (const { detail, ...place } of faults) {
    const name = Object.values(place).join().split("/").filter(Boolean).at(-1);
    if (name) expect(detail).toContain(name);
    expect(detail).toMatch(/must|required|[Ss]end|[Ee]ncode|[Cc]heck/);
  }
}

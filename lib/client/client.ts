import { randomUUID } from "node:crypto";
import { type Methods, OPERATIONS } from "./api.generated";
import { findNextQuery, Pages } from "./pages";
import { type Call, type ClientSettings, send } from "./send";
import type { WriteOptions } from "./types";

/** A client of the API: one method for each operation. */
export type Client = Methods;

/** An entry of `OPERATIONS`. */
interface Operation {
  method: string;
  /** With its parameters in braces. */
  path: string;
  hasBody?: true;
  rows?: string;
}

type AnyInput = Record<string, unknown>;

/**
 * Creates a client. Its methods take the members of the path, the query and the body in one object and return `data` of
 * the answer. They throw `TakingsError` if the service refuses, `TakingsConnectionError` if it cannot be reached. Throws
 * `TypeError` for settings that no request could be sent with.
 */
export function createClient(settings: ClientSettings): Client {
  if (!settings.apiKey) throw new TypeError("apiKey is required: the organisation's API key, tk_….");
  if (!/^https?:\/\//i.test(settings.baseUrl) || !URL.canParse(settings.baseUrl))
    throw new TypeError("baseUrl is required: the service's address, with http:// or https://.");
  // The types of the methods are generated from the same document as this table.
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]): unknown[] => [
      name,
      createMethod(settings, operation),
    ]),
  );
}

function createMethod(settings: ClientSettings, operation: Operation) {
  return (input: AnyInput = {}, options: WriteOptions = {}) => {
    const call = toCall(operation, input, options);
    if (operation.rows === undefined) return send(settings, call, options).then(({ data }) => data);
    const [path = ""] = call.path.split("?");
    return new Pages(async (next?: string) => {
      const { data, headers } = await send(settings, next ? { ...call, path: path + next } : call, options);
      return { data, rows: findRows(data, operation.rows), next: findNextQuery(headers) };
    });
  };
}

/** Puts the members of the input into the path, and the rest into the query or the body. */
function toCall({ method, path, hasBody }: Operation, input: AnyInput, options: WriteOptions): Call {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name];
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} is required: a string.`);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method === "GET") return { method, path: filled + toQuery(rest) };
  const { idempotencyKey = randomUUID() } = options;
  return { method, path: filled, idempotencyKey, ...(hasBody && { body: rest }) };
}

function toQuery(members: AnyInput): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function findRows(data: unknown, member = "data"): unknown[] {
  const rows = member === "data" ? data : (data as AnyInput)[member];
  return Array.isArray(rows) ? rows : [];
}

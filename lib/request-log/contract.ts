import { z } from "zod";
import { optional, Text } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { Instant } from "@/lib/core/time";

/** How far back a list of calls reaches. */
export const PERIODS = { hour: "Last hour", day: "Last 24 hours", week: "Last 7 days" } as const;
export type Period = keyof typeof PERIODS;

/** The methods of the API. */
export const LOGGED_METHODS = ["GET", "POST", "PATCH", "HEAD"] as const;

export const REQUESTS_PER_PAGE = 50;

/** The most errors that are counted. */
export const MAX_ERROR_COUNT = 1_000;

/**
 * The filters of the list. `q` is a request id, a session id, a status or the beginning of a path; a request id ignores the
 * period.
 */
export const RequestsQuery = z.object({
  q: optional(Text),
  outcome: optional(z.literal("error")),
  method: optional(z.enum(LOGGED_METHODS)),
  key: optional(idSchema("apiKey")),
  period: optional(z.enum(keysOf(PERIODS))),
  before: optional(idSchema("request")),
});

/** One call in the list. */
export const RequestRow = z.object({
  id: idSchema("request"),
  at: Instant,
  method: z.string(),
  /** With the query, masked. */
  path: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  key_id: idSchema("apiKey"),
  /** The name and the first characters of the key at that time. */
  key_label: z.string(),
});

/** A page of calls, newest first. `next` is the `before` of the next page; null at the end. */
export const RequestsPage = z.object({
  rows: z.array(RequestRow),
  next: idSchema("request").nullable(),
  /** The errors of the period, at most `MAX_ERROR_COUNT`. */
  error_count: z.int(),
});

/** One call with its bodies, masked; null if there was none. */
export const RequestDetail = RequestRow.extend({
  session_id: idSchema("session").nullable(),
  address: z.string(),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
});

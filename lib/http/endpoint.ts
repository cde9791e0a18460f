import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/errors/errors";
import type { Chunk, Page } from "@/lib/core/pagination";
import type { Scope } from "@/lib/core/scope";
import type { KeyedWrite } from "@/lib/idempotency";

type Schema = z.ZodType;
type Query = z.ZodObject | undefined;
type Output<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/** The input of an endpoint's handler: the parts of a request, parsed by the endpoint's schemas. */
interface Input<P extends Schema, Q extends Query, B extends Schema | undefined> {
  params: z.output<P>;
  query: Output<Q>;
  body: Output<B>;
}

/** The response headers that an endpoint may set. */
export interface ResponseHeaders {
  /** The entity tag of RFC 9110 §8.8.3. Weak (`W/"…"`) if responses with the same tag may differ in some byte. */
  etag?: string;
}

/** The groups of the API's endpoints, and what each is about. */
export const TAGS = {
  Sessions: "A session is one event that takes payments: opening, reading and closing it.",
  Operators: "The members of the gate staff of a session.",
  Terminals: "The POS terminals of a session.",
  Transactions: "The payments of a session.",
  "Expected payments": "Orders that a platform expects to be paid, matched with the payments of a session.",
  Summaries: "The totals of a session, and what of it is settled.",
  "Bank notifications": "What banks report. Not called by platforms.",
} as const;

/** What the API's document (`lib/openapi`) says about an endpoint besides its schemas. */
interface EndpointDocs {
  /** Its name in clients. */
  operationId: string;
  tag: keyof typeof TAGS;
  /** Its section of the interface specification; absent: it is beyond the specification. */
  section?: string;
  /** One line without a full stop. */
  summary: string;
  /** Markdown. */
  description: string;
  /** The errors that follow from neither its schemas nor its method. */
  errors?: readonly ErrorCode[];
  /** Its handler sets an entity tag. */
  setsEntityTag?: true;
}

interface EndpointBase<P extends Schema, Q extends Query, B extends Schema | undefined> {
  /** The name for the log and the documentation. Its last word names the resource in a 404. */
  name: string;
  /** The schema of the path parameters. A malformed id is answered 404, like an unknown one. */
  params: P;
  query?: Q;
  body?: B;
  /** Required of endpoints of the API. */
  docs?: EndpointDocs;
}

/** An endpoint that receives a bank's notification, whose form and signature are the bank's own. */
export interface NotificationEndpoint {
  kind: "notification";
  params: z.ZodObject;
  docs: EndpointDocs;
}

/** An endpoint that returns one value. The value is serialised with `response` (`response/to-json.ts`), in production too. */
export interface ValueEndpoint<
  P extends Schema,
  Q extends Query,
  B extends Schema | undefined,
  D extends Schema,
> extends EndpointBase<P, Q, B> {
  kind: "value";
  status: 200 | 201;
  response: D;
  /** Gives every response a strong entity tag of its content, so that a client can ask whether it has changed. */
  hasContentTag?: true;
  /**
   * Returns the value; may set response headers on `headers`. A write served with an API key passes `write` on to its
   * function, which stores the answer with it; absent if the request has no `Idempotency-Key`.
   */
  handle(
    scope: Scope,
    input: Input<P, Q, B>,
    headers: ResponseHeaders,
    write?: KeyedWrite<z.output<D>>,
  ): Promise<z.output<D>>;
}

/** An endpoint that returns one value, with any schemas. */
export type AnyValueEndpoint = ValueEndpoint<
  z.ZodType,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType
>;

/** An endpoint with any schemas. */
export type AnyEndpoint =
  | AnyValueEndpoint
  | RowsEndpoint<z.ZodType, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType>;

/** Rows of any number, read and written in chunks. There is at least one chunk, which may be empty. */
interface Rows<H, R> {
  head: H;
  chunks: AsyncIterable<Chunk<R>>;
  /** The page that the rows are, if the endpoint has `limit` and `offset`: the response then links to the others. */
  page?: Page;
}

/** An endpoint that returns rows, either as `data` or as the member `member` after the members of `head`. */
export interface RowsEndpoint<
  P extends Schema,
  Q extends Query,
  H extends Schema | undefined,
  R extends Schema,
> extends EndpointBase<P, Q, undefined> {
  kind: "rows";
  head?: H;
  member?: string;
  row: R;
  handle(scope: Scope, input: Input<P, Q, undefined>): Promise<Rows<Output<H>, z.output<R>>>;
}

// biome-ignore format: one signature
/** Declares an endpoint that returns one value. */
export function endpoint<P extends Schema, D extends Schema, Q extends Query = undefined, B extends Schema | undefined = undefined>(
  declaration: Omit<ValueEndpoint<P, Q, B, D>, "kind">,
): ValueEndpoint<P, Q, B, D> {
  return { kind: "value", ...declaration };
}

// biome-ignore format: one signature
/** Declares an endpoint that returns rows, without a maximum page size. */
export function rowsEndpoint<P extends Schema, R extends Schema, Q extends Query = undefined, H extends Schema | undefined = undefined>(
  declaration: Omit<RowsEndpoint<P, Q, H, R>, "kind">,
): RowsEndpoint<P, Q, H, R> {
  return { kind: "rows", ...declaration };
}

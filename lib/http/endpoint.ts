import type { z } from "zod";
import type { Chunk } from "@/lib/core/page";
import type { Scope } from "@/lib/core/scope";

type Schema = z.ZodType;
type Query = z.ZodObject | undefined;
type Output<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/** What a verb is given: the parts of a request, parsed by the endpoint's schemas. */
export interface Input<P extends Schema, Q extends Query, B extends Schema | undefined> {
  params: z.output<P>;
  query: Output<Q>;
  body: Output<B>;
}

/** What an endpoint says of its value in headers: only those that say something about it. */
export interface AnswerHeaders {
  etag?: string;
}

interface Request_<P extends Schema, Q extends Query, B extends Schema | undefined> {
  /** The specification's section and name, for the log and the documentation. */
  name: string;
  /** A path that cannot be an id is answered 404 as an unknown one, in these words. */
  params: P;
  query?: Q;
  body?: B;
}

/** An endpoint that answers one value; `response` is applied on the way out, in production too. */
export interface ValueEndpoint<
  P extends Schema,
  Q extends Query,
  B extends Schema | undefined,
  D extends Schema,
> extends Request_<P, Q, B> {
  kind: "value";
  status: 200 | 201;
  response: D;
  /** Headers that the answer has besides its value are set on `headers`. */
  handle(scope: Scope, input: Input<P, Q, B>, headers: AnswerHeaders): Promise<z.output<D>>;
}

/** A page of rows of any size, read and written in chunks; there is always a first, which may be empty. */
export interface Rows<H, R> {
  head: H;
  chunks: AsyncIterable<Chunk<R>>;
}

/** An endpoint that answers rows, as `data` itself or as the member `member` after the members of `head`. */
export interface RowsEndpoint<
  P extends Schema,
  Q extends Query,
  H extends Schema | undefined,
  R extends Schema,
> extends Request_<P, Q, undefined> {
  kind: "rows";
  head?: H;
  member?: string;
  row: R;
  handle(scope: Scope, input: Input<P, Q, undefined>): Promise<Rows<Output<H>, z.output<R>>>;
}

// biome-ignore format: one signature
/** Declares an endpoint of one value (house: contract + verb). */
export function endpoint<P extends Schema, D extends Schema, Q extends Query = undefined, B extends Schema | undefined = undefined>(
  declaration: Omit<ValueEndpoint<P, Q, B, D>, "kind">,
): ValueEndpoint<P, Q, B, D> {
  return { kind: "value", ...declaration };
}

// biome-ignore format: one signature
/** Declares an endpoint of rows, which has no largest page. */
export function rowsEndpoint<P extends Schema, R extends Schema, Q extends Query = undefined, H extends Schema | undefined = undefined>(
  declaration: Omit<RowsEndpoint<P, Q, H, R>, "kind">,
): RowsEndpoint<P, Q, H, R> {
  return { kind: "rows", ...declaration };
}

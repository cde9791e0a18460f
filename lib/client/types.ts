import type { components, OPERATIONS, operations, webhooks } from "./api.generated";
import type { Pages } from "./pages";

type Operations = typeof OPERATIONS;

/** The name of an operation of the API, which is also that of its method. */
export type OperationName = keyof Operations;

/** The parameters of one place; `unknown`, which adds nothing, if there are none. */
type Parameters<T> = [T] extends [undefined] ? unknown : NonNullable<T>;

type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : unknown;

/** The input of a method: the members of the path, the query and the body in one object. */
export type Input<K extends OperationName> = Parameters<operations[K]["parameters"]["path"]> &
  Parameters<operations[K]["parameters"]["query"]> &
  Body<operations[K]>;

type Success<R> = R extends { 201: infer S } ? S : R extends { 200: infer S } ? S : never;

/** What a method returns: `data` of the answer. Amounts are decimal strings, times ISO 8601 strings. */
export type Data<K extends OperationName> =
  Success<operations[K]["responses"]> extends { content: { "application/json": { data: infer D } } }
    ? D
    : never;

/** One row of the pages of a method. */
export type Row<K extends OperationName> = Operations[K] extends { rows: infer M }
  ? M extends keyof Data<K>
    ? Element<Data<K>[M]>
    : Element<Data<K>>
  : never;

type Element<A> = A extends readonly (infer E)[] ? E : never;

/** What one call may set. */
export interface CallOptions {
  /** Ends the call, also while it waits before another attempt. */
  signal?: AbortSignal;
}

/** What one write may set. */
export interface WriteOptions extends CallOptions {
  /**
   * Identifies the write: another call with the same key and input gets the first answer, also from another process.
   * Without it each call gets a new key, which its retries keep.
   */
  idempotencyKey?: string;
}

/** The method of one operation. */
export type Method<K extends OperationName> = Operations[K] extends { method: "GET" }
  ? Operations[K] extends { rows: string }
    ? (input: Input<K>, options?: CallOptions) => Pages<Data<K>, Row<K>>
    : (input: Input<K>, options?: CallOptions) => Promise<Data<K>>
  : (input: Input<K>, options?: WriteOptions) => Promise<Data<K>>;

type Schemas = components["schemas"];

/** The code of an error, which says what to do. */
export type ErrorCode = Schemas["Problem"]["code"];

/** One error of the input: its place and the remedy. */
export type FieldError = Schemas["FieldError"];

/** A session: one event that takes payments. */
export type Session = Schemas["Session"];

/** A payment. */
export type Transaction = Schemas["Transaction"];

type Event<O> = O extends { post: { requestBody: { content: { "application/json": infer B } } } } ? B : never;

/** The body of an event that the service sends; `event` says which. */
export type WebhookEvent = { [K in keyof webhooks]: Event<webhooks[K]> }[keyof webhooks];

import { findSingleton } from "./process-singleton";

/** What a span is: a request of a client, a request to a server, or work inside this process. */
type SpanKind = "server" | "client" | "internal";

/** Attributes of a span. They never contain secrets, account numbers, names or the address of a receiver. */
type Attributes = Record<string, string | number>;

/** A span to start. */
export interface SpanInput {
  name: string;
  kind: SpanKind;
  /** The `traceparent` (W3C Trace Context) of the span above it; absent: the current span. */
  traceparent?: string | null | undefined;
  attributes?: Attributes;
}

/** A running span. */
export interface ActiveSpan {
  /** Its `traceparent`, with which a receiver continues the trace. */
  traceparent: string;
  setName(name: string): void;
  setAttributes(attributes: Attributes): void;
  /** Marks it as failed. */
  fail(reason: string): void;
}

/** The tracing of this process, which `lib/launch/tracing` starts if it is configured. */
export interface Tracing {
  inSpan<T>(input: SpanInput, work: (span: ActiveSpan) => Promise<T>): Promise<T>;
  /** The `traceparent` of the current span; undefined outside of spans. */
  currentTraceparent(): string | undefined;
}

const tracing = () => findSingleton<Tracing>("tracing");

/**
 * Runs work inside a span, which ends with it; an error marks it as failed. Spans that the work starts are below it. Without
 * tracing it only runs the work.
 */
export function inSpan<T>(
  /** Called only with tracing, like `describeResult`. */
  describe: () => SpanInput,
  work: (span: ActiveSpan | undefined) => Promise<T>,
  describeResult?: (result: T) => Attributes,
): Promise<T> {
  const active = tracing();
  if (!active) return work(undefined);
  return active.inSpan(describe(), async (span) => {
    const result = await work(span);
    if (describeResult) span.setAttributes(describeResult(result));
    return result;
  });
}

/** Returns the `traceparent` of the current span; undefined without tracing and outside of spans. */
export const currentTraceparent = (): string | undefined => tracing()?.currentTraceparent();

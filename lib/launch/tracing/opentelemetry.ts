import type { Context, Span } from "@opentelemetry/api";
import { env } from "@/lib/env";
import { findSingleton, singleton } from "@/lib/process-singleton";
import type { ActiveSpan, SpanInput, Tracing } from "@/lib/tracing";

/** The packages of OpenTelemetry, which take 40 ms to load; a process without tracing never loads them. */
async function loadPackages() {
  const [api, { W3CTraceContextPropagator }, { AsyncLocalStorageContextManager }, sdk, resources, exporter] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  return {
    api,
    propagator: new W3CTraceContextPropagator(),
    contexts: new AsyncLocalStorageContextManager().enable(),
    ...sdk,
    ...resources,
    ...exporter,
  };
}
type Packages = Awaited<ReturnType<typeof loadPackages>>;

interface StartedTracing extends Tracing {
  stop(): Promise<void>;
}

/**
 * Starts tracing if `OTEL_EXPORTER_OTLP_ENDPOINT` is set: spans are sent to `ENDPOINT/v1/traces` in batches, as JSON. A
 * collector that does not answer delays nothing; its spans are dropped.
 */
export async function startTracing(): Promise<void> {
  const { otlpEndpoint, otelServiceName } = env();
  if (!otlpEndpoint) return;
  const packages = await loadPackages();
  singleton("tracing", () => createTracing(packages, otlpEndpoint, otelServiceName));
}

/** Sends the last spans, within five seconds. Never rejects. */
export async function stopTracing(): Promise<void> {
  await findSingleton<StartedTracing>("tracing")
    ?.stop()
    .catch(() => undefined);
}

const EXPORT_TIMEOUT_MS = 5_000;

function createTracing(packages: Packages, endpoint: string, serviceName: string): StartedTracing {
  const { api, contexts, propagator } = packages;
  const exporter = new packages.OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new packages.TracerProvider({
    resource: packages.resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [new packages.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("takings");
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  const formatTraceparent = (context: Context) => {
    const carrier: Record<string, string> = {};
    propagator.inject(context, carrier, api.defaultTextMapSetter);
    return carrier.traceparent;
  };
  const contextOf = ({ traceparent }: SpanInput) =>
    traceparent
      ? propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter)
      : contexts.active();
  return {
    inSpan(input, work) {
      const parent = contextOf(input);
      const { name, kind, attributes = {} } = input;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
      const context = api.trace.setSpan(parent, span);
      return contexts.with(context, async () => {
        try {
          return await work(toActiveSpan(packages, span, formatTraceparent(context) ?? ""));
        } catch (thrown) {
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          throw thrown;
        } finally {
          span.end();
        }
      });
    },
    currentTraceparent: () => formatTraceparent(contexts.active()),
    stop: () => provider.shutdown(),
  };
}

function toActiveSpan({ api }: Packages, span: Span, traceparent: string): ActiveSpan {
  return {
    traceparent,
    setName: (name) => void span.updateName(name),
    setAttributes: (attributes) => void span.setAttributes(attributes),
    fail: (message) => void span.setStatus({ code: api.SpanStatusCode.ERROR, message }),
  };
}

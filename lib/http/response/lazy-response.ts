/** The body of a lazy response: a complete text, or chunks that are produced on demand. */
export type LazyBody = string | AsyncIterable<string>;

/** The parts of a response. */
export interface LazyParts {
  status: number;
  body: LazyBody;
  /** What the request log stores of the body; absent: all of it. */
  excerpt?: string | undefined;
  headers: Record<string, string>;
}

const partsKey = Symbol("parts");
const responseKey = Symbol("response");
interface LazyHolder extends Response {
  [partsKey]: LazyParts;
  [responseKey]?: Response;
}

function getRealResponse(lazy: LazyHolder): Response {
  const { status, body, headers } = lazy[partsKey];
  lazy[responseKey] ??= new Response(typeof body === "string" ? body : toStream(body), { status, headers });
  return lazy[responseKey];
}

/** Converts the chunks to a Web stream that produces each when it is read. */
function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await source.next();
    if (done) controller.close();
    else controller.enqueue(Buffer.from(value));
  };
  return new ReadableStream(
    { pull, cancel: async () => void (await source.return?.()) },
    { highWaterMark: 0 },
  );
}

/** Delegates a member of `Response` to the real response, which is created at the first access. */
function lazyMember(name: string, { get, value }: PropertyDescriptor): PropertyDescriptor {
  if (get) return { get: name === "status" ? statusOf : readReal };
  return typeof value === "function" && name !== "constructor" ? { value: callReal } : { value };
  function statusOf(this: LazyHolder) {
    return this[partsKey].status;
  }
  function readReal(this: LazyHolder) {
    return Reflect.get(getRealResponse(this), name);
  }
  function callReal(this: LazyHolder, ...given: unknown[]) {
    return Reflect.apply(value, getRealResponse(this), given);
  }
}

const prototype = Object.create(
  Response.prototype,
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(Response.prototype)).map(([name, descriptor]) => [
      name,
      lazyMember(name, descriptor),
    ]),
  ),
);

/**
 * Creates a `Response` whose real object is created only at the first access to a member other than `status`. A real one
 * costs 35 µs, more than all other work of the HTTP server per request, and a Web stream reads ahead. The HTTP server
 * writes the parts instead.
 */
export function lazyResponse(
  status: number,
  body: LazyBody,
  headers: Record<string, string>,
  excerpt?: string,
): Response {
  const lazy: LazyHolder = Object.create(prototype);
  lazy[partsKey] = { status, body, headers, excerpt };
  return lazy;
}

/** Returns the parts of a lazy response; undefined for another response, or once it was accessed and may have changed. */
export function getLazyParts(response: Response): LazyParts | undefined {
  return partsKey in response && !(responseKey in response) ? (response as LazyHolder)[partsKey] : undefined;
}

/** Adds headers to a response. A lazy one stays lazy. */
export function addHeaders(response: Response, headers: Record<string, string>): void {
  const parts = getLazyParts(response);
  if (parts) Object.assign(parts.headers, headers);
  else for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
}

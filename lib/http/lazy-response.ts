/** A body as it is at hand: a text that is already whole, or pieces that are made as they are asked for. */
export type LazyBody = string | AsyncIterable<string>;

/** What an answer is made of. */
export interface LazyParts {
  status: number;
  body: LazyBody;
  headers: Record<string, string>;
}

const held = Symbol("plain");
const made = Symbol("made");
interface Holder extends Response {
  [held]: LazyParts;
  [made]?: Response;
}

function realOf(holder: Holder): Response {
  const { status, body, headers } = holder[held];
  holder[made] ??= new Response(typeof body === "string" ? body : streamOf(body), { status, headers });
  return holder[made];
}

/** The pieces as a Web stream, each made when it is read. */
function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
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

/** Every member of `Response`, answered by the real one that is made at the first need. */
function lazyMember(name: string, { get, value }: PropertyDescriptor): PropertyDescriptor {
  if (get) return { get: name === "status" ? statusOf : readReal };
  return typeof value === "function" && name !== "constructor" ? { value: callReal } : { value };
  function statusOf(this: Holder) {
    return this[held].status;
  }
  function readReal(this: Holder) {
    return Reflect.get(realOf(this), name);
  }
  function callReal(this: Holder, ...given: unknown[]) {
    return Reflect.apply(value, realOf(this), given);
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
 * Makes a `Response` that costs next to nothing until somebody looks inside it: a real one costs 35 µs, which is more
 * than all else the door does for a request, and a Web stream reads ahead. The door writes out what it is made of.
 */
export function lazyResponse(status: number, body: LazyBody, headers: Record<string, string>): Response {
  const holder: Holder = Object.create(prototype);
  holder[held] = { status, body, headers };
  return holder;
}

/** What a plain response was made of, or undefined where it is none or has been looked into, and so perhaps changed. */
export function lazyPartsOf(response: Response): LazyParts | undefined {
  return held in response && !(made in response) ? (response as Holder)[held] : undefined;
}

/** An answer whose text is already whole. */
export interface Plain {
  status: number;
  text: string;
  headers: Record<string, string>;
}

const held = Symbol("plain");
const made = Symbol("made");
interface Holder extends Response {
  [held]: Plain;
  [made]?: Response;
}

function realOf(holder: Holder): Response {
  const { status, text, headers } = holder[held];
  holder[made] ??= new Response(text, { status, headers });
  return holder[made];
}

/** Every member of `Response`, answered by the real one that is made at the first need. */
function standIn(name: string, { get, value }: PropertyDescriptor): PropertyDescriptor {
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
      standIn(name, descriptor),
    ]),
  ),
);

/**
 * Makes a `Response` of a text that costs next to nothing until somebody looks inside it: a real one costs 35 µs,
 * which is more than all else the door does for a request. The door writes it out without ever making the real one.
 */
export function plainResponse(status: number, text: string, headers: Record<string, string>): Response {
  const holder: Holder = Object.create(prototype);
  holder[held] = { status, text, headers };
  return holder;
}

/** What a plain response was made of, or undefined where it is none or has been looked into, and so perhaps changed. */
export function plainOf(response: Response): Plain | undefined {
  return held in response && !(made in response) ? (response as Holder)[held] : undefined;
}

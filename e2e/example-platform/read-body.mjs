const MAX_BYTES = 100_000;

/** Reads the raw body of a request. Throws if it is longer than a form or an event can be. */
export async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error("The body is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import { decodeJson } from "../parsing/message";
import type { RawNotice } from "../provider";

/** The largest body accepted, in bytes: Nomba signs members, so a body is parsed before its signature is checked. */
export const BODY_LIMIT_BYTES = 65_536;

const decoded = new WeakMap<RawNotice, { json?: unknown; fault?: unknown }>();

function decode({ body }: RawNotice): { json?: unknown; fault?: unknown } {
  try {
    if (body.length > BODY_LIMIT_BYTES) throw new RangeError("The body is too large");
    return { json: decodeJson(body) };
  } catch (fault) {
    return { fault };
  }
}

/**
 * The JSON of a notice, decoded once for its verification in each mode and its reading. Throws, each time it is asked,
 * where the body is no JSON or larger than `BODY_LIMIT_BYTES`.
 */
export function decodeOnce(notice: RawNotice): unknown {
  const known = decoded.get(notice) ?? decode(notice);
  decoded.set(notice, known);
  if ("fault" in known) throw known.fault;
  return known.json;
}

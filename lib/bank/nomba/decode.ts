import { decodeJson } from "../parsing/message";
import type { RawNotification } from "../provider";

/** The largest accepted body, in bytes. Nomba signs members, so a body is parsed before its signature is checked. */
export const BODY_LIMIT_BYTES = 65_536;

const decoded = new WeakMap<RawNotification, { json?: unknown; error?: unknown }>();

function decode({ body }: RawNotification): { json?: unknown; error?: unknown } {
  try {
    if (body.length > BODY_LIMIT_BYTES) throw new RangeError("The body is too large");
    return { json: decodeJson(body) };
  } catch (error) {
    return { error };
  }
}

/**
 * Decodes a notification's JSON once and caches it, for verification in each mode and for parsing. Throws on every call if
 * the body is not JSON or larger than `BODY_LIMIT_BYTES`.
 */
export function decodeCached(notification: RawNotification): unknown {
  const result = decoded.get(notification) ?? decode(notification);
  decoded.set(notification, result);
  if ("error" in result) throw result.error;
  return result.json;
}

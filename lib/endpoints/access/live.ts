import type { z } from "zod";
import { isSecure, readCookie, wallboardCookie } from "@/lib/auth/cookie";
import { findMember, type MemberScope, requireMember, requirePermission } from "@/lib/auth/member";
import { isFailure, notFound } from "@/lib/core/errors/errors";
import { type Id, isId } from "@/lib/core/ids";
import {
  createEndedStream,
  findWallboardEndReason,
  getLinkEndReason,
  parseCursor,
  requireSharedWallboard,
  streamSession,
} from "@/lib/live";
import type { OpenedWallboard, OpenWallboard } from "@/lib/live/contract";
import { findSignedIn } from "@/lib/sign-ins";

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies must not cache, buffer or compress the stream.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

type Params = Record<string, string | string[]>;

/** Reads the client's cursor: the browser sends `Last-Event-ID` when it reconnects, a page sends `after` at first. */
function readCursor(request: Request) {
  const after = new URL(request.url).searchParams.get("after");
  return parseCursor(request.headers.get("last-event-id") ?? after);
}

function parseSessionId({ session_id }: Params): Id<"session"> {
  if (typeof session_id === "string" && isId("session", session_id)) return session_id;
  throw notFound("event");
}

const grantOf = ({ signInId, organisationId }: MemberScope) => ({
  id: signInId,
  // A sign-in that was switched to another organisation has no access to this one.
  isValid: async () => (await findSignedIn(signInId))?.organisationId === organisationId,
});

/** Streams an event's figures and payments to a member until the sign-in ends. */
export async function streamLive(
  request: Request,
  scope: MemberScope,
  { params }: { params: Params },
): Promise<Response> {
  const body = await streamSession(scope, parseSessionId(params), {
    audience: "member",
    grant: grantOf(scope),
    seen: readCursor(request),
    signal: request.signal,
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

/**
 * Finds the shared wallboard of the screen's cookie; undefined if there is no cookie or its link has expired or was
 * revoked.
 */
export async function findWallboardOfCookie(headers: Headers, sessionId: Id<"session">) {
  const key = readCookie(headers, wallboardCookie(sessionId));
  if (!key) return undefined;
  try {
    return await requireSharedWallboard(sessionId, key);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}

/** Authorises a wallboard: a screen with a link, or a member. Returns `ended` with the reason if the link has ended. */
async function authoriseWallboard({ headers }: Request, sessionId: Id<"session">) {
  const shared = await findWallboardOfCookie(headers, sessionId);
  if (shared) {
    const { linkId, scope } = shared;
    return { scope, grant: { id: linkId, findEndReason: () => getLinkEndReason(linkId) } };
  }
  const key = readCookie(headers, wallboardCookie(sessionId));
  const member = await findMember(headers);
  const ended = key && !member ? await findWallboardEndReason(sessionId, key) : undefined;
  if (ended) return { ended };
  const scope = await requireMember(headers);
  requirePermission(scope, "see_events");
  return { scope, grant: grantOf(scope) };
}

/** The cookie outlives the link, so that a screen sees that its link expired instead of the sign-in page. */
const COOKIE_OUTLIVES_LINK_MS = 7 * 86_400_000;

/**
 * Exchanges the token of a wallboard link for a cookie, so that it does not stay in the URL. Throws
 * `Failure("not_found")` as `requireSharedWallboard` does.
 */
export async function openWallboard(
  { key }: z.output<typeof OpenWallboard>,
  { params, headers }: { params: Params; headers: Record<string, string> },
): Promise<z.output<typeof OpenedWallboard>> {
  const sessionId = parseSessionId(params);
  const { expiresAt } = await requireSharedWallboard(sessionId, key);
  const seconds = Math.ceil((expiresAt.getTime() - Date.now() + COOKIE_OUTLIVES_LINK_MS) / 1_000);
  headers["set-cookie"] = [
    `${wallboardCookie(sessionId)}=${key}`,
    "Path=/",
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure() ? ["Secure"] : []),
  ].join("; ");
  return { expires_at: expiresAt };
}

/** Streams the public figures of an event to a wallboard until its link or sign-in ends. */
export async function streamWallboard(request: Request, params: Params): Promise<Response> {
  const sessionId = parseSessionId(params);
  const { scope, grant, ended } = await authoriseWallboard(request, sessionId);
  if (ended) return new Response(createEndedStream(ended), { headers: STREAM_HEADERS });
  const given = { audience: "wallboard", grant, seen: readCursor(request), signal: request.signal } as const;
  return new Response(await streamSession(scope, sessionId, given), { headers: STREAM_HEADERS });
}

import type { z } from "zod";
import { isSecure, readCookie, wallCookie } from "@/lib/auth/cookie";
import { findMember, type MemberScope, requireMember, requirePermission } from "@/lib/auth/member";
import { isFailure, notFound } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import {
  findWallEnd,
  getWallLinkEnd,
  parseCursor,
  requireSharedWall,
  streamEnd,
  watchSession,
} from "@/lib/live";
import type { OpenedWall, OpenWall } from "@/lib/live/contract";
import { findSignedIn } from "@/lib/sign-ins";

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Nobody on the way may keep, gather or pack what must arrive at once.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

type Params = Record<string, string | string[]>;

/** How far the reader has come: the browser says it by itself when it comes back, a page in its first question. */
function seenBy(request: Request) {
  const after = new URL(request.url).searchParams.get("after");
  return parseCursor(request.headers.get("last-event-id") ?? after);
}

function sessionIn({ session_id }: Params): Id<"session"> {
  if (typeof session_id === "string" && isId("session", session_id)) return session_id;
  throw notFound("event");
}

const passOf = ({ signInId, organisationId }: MemberScope) => ({
  id: signInId,
  // A sign-in that was switched to another organisation lets nobody watch this one.
  isGood: async () => (await findSignedIn(signInId))?.organisationId === organisationId,
});

/** Streams an event's figures and payments to a member, for as long as the sign-in lasts. */
export async function streamLive(
  request: Request,
  scope: MemberScope,
  { params }: { params: Params },
): Promise<Response> {
  const body = await watchSession(scope, sessionIn(params), {
    audience: "member",
    pass: passOf(scope),
    seen: seenBy(request),
    signal: request.signal,
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

/**
 * Finds what a screen may be shown by the cookie of a wallboard link; undefined where it has none or its link shows the
 * wallboard no longer.
 */
export async function findWallOfCookie(headers: Headers, sessionId: Id<"session">) {
  const key = readCookie(headers, wallCookie(sessionId));
  if (!key) return undefined;
  try {
    return await requireSharedWall(sessionId, key);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}

/** Who watches a wallboard: a screen that opened a link to it, or a member; or why the screen's link has ended. */
async function wallPass({ headers }: Request, sessionId: Id<"session">) {
  const shared = await findWallOfCookie(headers, sessionId);
  if (shared) {
    const { linkId, scope } = shared;
    return { scope, pass: { id: linkId, findEnd: () => getWallLinkEnd(linkId) } };
  }
  const key = readCookie(headers, wallCookie(sessionId));
  const member = await findMember(headers);
  const ended = key && !member ? await findWallEnd(sessionId, key) : undefined;
  if (ended) return { ended };
  const scope = await requireMember(headers);
  requirePermission(scope, "see_events");
  return { scope, pass: passOf(scope) };
}

/** A screen whose link has expired is told so, instead of being asked to sign in. */
const COOKIE_OUTLIVES_LINK_MS = 7 * 86_400_000;

/**
 * Exchanges the token of a wallboard link for a cookie, so that no address has it. Throws `Failure("not_found")` as
 * `requireSharedWall` does.
 */
export async function openWall(
  { key }: z.output<typeof OpenWall>,
  { params, headers }: { params: Params; headers: Record<string, string> },
): Promise<z.output<typeof OpenedWall>> {
  const sessionId = sessionIn(params);
  const { expiresAt } = await requireSharedWall(sessionId, key);
  const seconds = Math.ceil((expiresAt.getTime() - Date.now() + COOKIE_OUTLIVES_LINK_MS) / 1_000);
  headers["set-cookie"] = [
    `${wallCookie(sessionId)}=${key}`,
    "Path=/",
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure() ? ["Secure"] : []),
  ].join("; ");
  return { expires_at: expiresAt };
}

/** Streams to a wall what a public screen may show, for as long as its link or sign-in lasts. */
export async function streamWall(request: Request, params: Params): Promise<Response> {
  const sessionId = sessionIn(params);
  const { scope, pass, ended } = await wallPass(request, sessionId);
  if (ended) return new Response(streamEnd(ended), { headers: STREAM_HEADERS });
  const given = { audience: "wall", pass, seen: seenBy(request), signal: request.signal } as const;
  return new Response(await watchSession(scope, sessionId, given), { headers: STREAM_HEADERS });
}

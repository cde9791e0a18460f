import { type MemberScope, requireMember, requirePermission } from "@/lib/auth/member";
import { notFound } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import { isWallLinkGood, parseSeen, requireSharedWall, watchSession } from "@/lib/live";
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
  return parseSeen(request.headers.get("last-event-id") ?? after);
}

function sessionIn({ session_id }: Params): Id<"session"> {
  if (typeof session_id === "string" && isId("session", session_id)) return session_id;
  throw notFound("event");
}

const passOf = ({ signInId }: MemberScope) => ({
  id: signInId,
  isGood: async () => (await findSignedIn(signInId)) !== undefined,
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

/** Who stands before a wall: whoever holds a link to it, or a member. */
async function wallPass(request: Request, sessionId: Id<"session">) {
  const key = new URL(request.url).searchParams.get("key");
  if (key) {
    const { linkId, scope } = await requireSharedWall(sessionId, key);
    return { scope, pass: { id: linkId, isGood: () => isWallLinkGood(linkId) } };
  }
  const scope = await requireMember(request.headers);
  requirePermission(scope, "see_events");
  return { scope, pass: passOf(scope) };
}

/** Streams to a wall what a public screen may show, for as long as its link or sign-in lasts. */
export async function streamWall(request: Request, params: Params): Promise<Response> {
  const sessionId = sessionIn(params);
  const { scope, pass } = await wallPass(request, sessionId);
  const given = { audience: "wall", pass, seen: seenBy(request), signal: request.signal } as const;
  return new Response(await watchSession(scope, sessionId, given), { headers: STREAM_HEADERS });
}

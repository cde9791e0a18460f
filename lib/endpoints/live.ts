import type { MemberScope } from "@/lib/auth/member";
import { notFound } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { parseSeen, watchSession } from "@/lib/live";
import { findSignedIn } from "@/lib/sign-ins";

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Nobody on the way may keep, gather or pack what must arrive at once.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** How far the reader has come: the browser says it by itself when it comes back, a page in its first question. */
function seenBy(request: Request) {
  const after = new URL(request.url).searchParams.get("after");
  return parseSeen(request.headers.get("last-event-id") ?? after);
}

/** Streams an event's figures and payments to a member, for as long as the sign-in lasts. */
export async function streamLive(
  request: Request,
  scope: MemberScope,
  { params }: { params: Record<string, string | string[]> },
): Promise<Response> {
  const sessionId = String(params.session_id);
  if (!isId("session", sessionId)) throw notFound("event");
  const body = await watchSession(scope, sessionId, {
    audience: "member",
    pass: {
      id: scope.signInId,
      isGood: async () => (await findSignedIn(scope.signInId)) !== undefined,
    },
    seen: seenBy(request),
    signal: request.signal,
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

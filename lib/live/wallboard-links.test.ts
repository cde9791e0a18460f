/** Guarantee: a wallboard's link shows one event, until it expires or is revoked or the event closes, and not a moment longer. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { feedRegistry } from "./feed-registry";
import {
  closeLive,
  findWallEnd,
  getWallLink,
  getWallLinkEnd,
  requireSharedWall,
  revokeWall,
  shareWall,
  streamEnd,
} from "./index";
import { follow } from "./testing/follow";
import { wallLinkExpiry } from "./wallboard-links";

useTestDatabase();
afterEach(closeLive);

const keyOf = ({ url }: { url: string }) => new URL(url).hash.replace("#key=", "");

test("a link shows its own event and no other", async () => {
  const [one, other] = [await openTestSession(), await openTestSession()];
  const key = keyOf(await shareWall(one.scope, one.sessionId));
  expect(await requireSharedWall(one.sessionId, key)).toMatchObject({ scope: one.scope });
  await expect(requireSharedWall(other.sessionId, key)).rejects.toMatchObject({ code: "not_found" });
  await expect(requireSharedWall(one.sessionId, `${key}x`)).rejects.toMatchObject({ code: "not_found" });
});

test("a new link ends the one before it", async () => {
  const { scope, sessionId } = await openTestSession();
  const first = keyOf(await shareWall(scope, sessionId));
  await shareWall(scope, sessionId);
  await expect(requireSharedWall(sessionId, first)).rejects.toMatchObject({ code: "not_found" });
});

test("a screen is cut the moment its link is revoked", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await shareWall(scope, sessionId));
  expect((await getWallLink(scope, sessionId)).shared_at).toBeInstanceOf(Date);
  const { linkId } = await requireSharedWall(sessionId, key);
  const screen = await follow(scope, sessionId, {
    audience: "wall",
    pass: { id: linkId, findEnd: () => getWallLinkEnd(linkId) },
  });
  await screen.next();
  await sleep(200);
  await revokeWall(scope, sessionId);
  expect(await screen.next()).toBeUndefined();
  expect(await getWallLinkEnd(linkId)).toBe("revoked");
  expect(await getWallLink(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test("nobody shares a stranger's event", async () => {
  const [one, stranger] = [await openTestSession(), await openTestSession()];
  await expect(shareWall(stranger.scope, one.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(revokeWall(stranger.scope, one.sessionId)).rejects.toMatchObject({ code: "not_found" });
});

test("a link ends with its event: no new one is made, and a screen is told why before it is cut", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await shareWall(scope, sessionId));
  const { linkId } = await requireSharedWall(sessionId, key);
  const pass = { id: linkId, findEnd: () => getWallLinkEnd(linkId) };
  const screen = await follow(scope, sessionId, { audience: "wall", pass });
  const member = await follow(scope, sessionId, { audience: "wall" });
  await Promise.all([screen.next(), member.next()]);
  await closeSession(scope, sessionId);
  expect(await lastEventOf(screen)).toEqual({ id: "", event: "ended", data: { reason: "closed" } });
  expect(await member.next()).toMatchObject({ figures: { status: "closed" } });
  member.leave();
  await expect(shareWall(scope, sessionId)).rejects.toMatchObject({ code: "conflict" });
  await expect(requireSharedWall(sessionId, key)).rejects.toMatchObject({ code: "not_found" });
  expect(await getWallLink(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test.each([
  ["24 hours after its event's end", "2026-12-12T22:00:00Z", "2026-12-13T22:00:00Z"],
  ["in 7 days where its event has no end", null, "2026-12-19T12:00:00Z"],
  [
    "in 7 days where its event should have ended over a day ago",
    "2026-12-11T11:00:00Z",
    "2026-12-19T12:00:00Z",
  ],
])("a link expires %s", (_when, endsAt, expiresAt) => {
  const now = new Date("2026-12-12T12:00:00Z");
  expect(wallLinkExpiry(endsAt ? new Date(endsAt) : null, now)).toEqual(new Date(expiresAt));
});

test("an expired link shows nothing, and a screen that it let in is cut", async () => {
  const { scope, sessionId } = await openTestSession();
  const { url, expires_at: expiresAt } = await shareWall(scope, sessionId);
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  const { linkId } = await requireSharedWall(sessionId, keyOf({ url }));
  const pass = { id: linkId, findEnd: () => getWallLinkEnd(linkId) };
  const screen = await follow(scope, sessionId, { audience: "wall", pass });
  await systemDb().sql`update wall_links set expires_at = now() where id = ${linkId}`;
  await feedRegistry().checkPasses();
  expect(await lastEventOf(screen)).toMatchObject({ event: "ended", data: { reason: "expired" } });
  await expect(requireSharedWall(sessionId, keyOf({ url }))).rejects.toMatchObject({ code: "not_found" });
  expect(await getWallLink(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test("a screen that comes when its event has just closed is told why it is shown nothing", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await shareWall(scope, sessionId));
  const { linkId } = await requireSharedWall(sessionId, key);
  await closeSession(scope, sessionId);
  const pass = { id: linkId, findEnd: () => getWallLinkEnd(linkId) };
  const screen = await follow(scope, sessionId, { audience: "wall", pass });
  expect(await lastEventOf(screen)).toMatchObject({ event: "ended", data: { reason: "closed" } });
  expect(await findWallEnd(sessionId, key)).toBe("closed");
  expect(await findWallEnd(sessionId, "of nobody")).toBeUndefined();
  expect(await new Response(streamEnd("closed")).text()).toContain('"reason":"closed"');
});

/** The last event of a stream that has ended. */
async function lastEventOf(screen: Awaited<ReturnType<typeof follow>>) {
  let last = await screen.nextEvent();
  for (let next = last; next; next = await screen.nextEvent()) last = next;
  return last;
}

/** Guarantee: a wallboard link shows one event, only until it expires, is revoked or the event closes. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { feedRegistry } from "./feed/feed-registry";
import {
  closeLiveStreams,
  createEndedStream,
  createWallboardLink,
  findWallboardEndReason,
  getLinkEndReason,
  getWallboardSharing,
  requireSharedWallboard,
  revokeWallboardLinks,
} from "./index";
import { followSession } from "./testing/follow";
import { computeLinkExpiry } from "./wallboard-links";

useTestDatabase();
afterEach(closeLiveStreams);

const keyOf = ({ url }: { url: string }) => new URL(url).hash.replace("#key=", "");

test("a link shows only its own event", async () => {
  const [one, other] = [await openTestSession(), await openTestSession()];
  const key = keyOf(await createWallboardLink(one.scope, one.sessionId));
  expect(await requireSharedWallboard(one.sessionId, key)).toMatchObject({ scope: one.scope });
  await expect(requireSharedWallboard(other.sessionId, key)).rejects.toMatchObject({ code: "not_found" });
  await expect(requireSharedWallboard(one.sessionId, `${key}x`)).rejects.toMatchObject({ code: "not_found" });
});

test("a new link revokes the previous one", async () => {
  const { scope, sessionId } = await openTestSession();
  const first = keyOf(await createWallboardLink(scope, sessionId));
  await createWallboardLink(scope, sessionId);
  await expect(requireSharedWallboard(sessionId, first)).rejects.toMatchObject({ code: "not_found" });
});

test("a stream ends as soon as its link is revoked", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await createWallboardLink(scope, sessionId));
  expect((await getWallboardSharing(scope, sessionId)).shared_at).toBeInstanceOf(Date);
  const { linkId } = await requireSharedWallboard(sessionId, key);
  const screen = await followSession(scope, sessionId, {
    audience: "wallboard",
    grant: { id: linkId, findEndReason: () => getLinkEndReason(linkId) },
  });
  await screen.next();
  await sleep(200);
  await revokeWallboardLinks(scope, sessionId);
  expect(await screen.next()).toBeUndefined();
  expect(await getLinkEndReason(linkId)).toBe("revoked");
  expect(await getWallboardSharing(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test("another organisation's event cannot be shared", async () => {
  const [one, stranger] = [await openTestSession(), await openTestSession()];
  await expect(createWallboardLink(stranger.scope, one.sessionId)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(revokeWallboardLinks(stranger.scope, one.sessionId)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("closing an event ends its link's streams with the reason, and prevents new links", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await createWallboardLink(scope, sessionId));
  const { linkId } = await requireSharedWallboard(sessionId, key);
  const grant = { id: linkId, findEndReason: () => getLinkEndReason(linkId) };
  const screen = await followSession(scope, sessionId, { audience: "wallboard", grant });
  const member = await followSession(scope, sessionId, { audience: "wallboard" });
  await Promise.all([screen.next(), member.next()]);
  await closeSession(scope, sessionId);
  expect(await lastEventOf(screen)).toEqual({ id: "", event: "ended", data: { reason: "closed" } });
  expect(await member.next()).toMatchObject({ figures: { status: "closed" } });
  member.leave();
  await expect(createWallboardLink(scope, sessionId)).rejects.toMatchObject({ code: "conflict" });
  await expect(requireSharedWallboard(sessionId, key)).rejects.toMatchObject({ code: "not_found" });
  expect(await getWallboardSharing(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test.each([
  ["24 hours after its event's end", "2026-12-12T22:00:00Z", "2026-12-13T22:00:00Z"],
  ["in 7 days if its event has no end", null, "2026-12-19T12:00:00Z"],
  ["in 7 days if its event's planned end is over a day ago", "2026-12-11T11:00:00Z", "2026-12-19T12:00:00Z"],
])("a link expires %s", (_when, endsAt, expiresAt) => {
  const now = new Date("2026-12-12T12:00:00Z");
  expect(computeLinkExpiry(endsAt ? new Date(endsAt) : null, now)).toEqual(new Date(expiresAt));
});

test("an expired link is not found, and its streams end", async () => {
  const { scope, sessionId } = await openTestSession();
  const { url, expires_at: expiresAt } = await createWallboardLink(scope, sessionId);
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  const { linkId } = await requireSharedWallboard(sessionId, keyOf({ url }));
  const grant = { id: linkId, findEndReason: () => getLinkEndReason(linkId) };
  const screen = await followSession(scope, sessionId, { audience: "wallboard", grant });
  await systemDb()
    .sql`update wallboard_links set expires_at = now() - interval '1 second' where id = ${linkId}`;
  await feedRegistry().checkGrants();
  expect(await lastEventOf(screen)).toMatchObject({ event: "ended", data: { reason: "expired" } });
  await expect(requireSharedWallboard(sessionId, keyOf({ url }))).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await getWallboardSharing(scope, sessionId)).toEqual({ shared_at: null, expires_at: null });
});

test("a stream opened just after its event closed ends with the reason", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await createWallboardLink(scope, sessionId));
  const { linkId } = await requireSharedWallboard(sessionId, key);
  await closeSession(scope, sessionId);
  const grant = { id: linkId, findEndReason: () => getLinkEndReason(linkId) };
  const screen = await followSession(scope, sessionId, { audience: "wallboard", grant });
  expect(await lastEventOf(screen)).toMatchObject({ event: "ended", data: { reason: "closed" } });
  expect(await findWallboardEndReason(sessionId, key)).toBe("closed");
  expect(await findWallboardEndReason(sessionId, "unknown")).toBeUndefined();
  expect(await new Response(createEndedStream("closed")).text()).toContain('"reason":"closed"');
});

/** The last event of a stream that has ended. */
async function lastEventOf(screen: Awaited<ReturnType<typeof followSession>>) {
  let last = await screen.nextEvent();
  for (let next = last; next; next = await screen.nextEvent()) last = next;
  return last;
}

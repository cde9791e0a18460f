/** Guarantee: a wallboard's link shows one event, until it is revoked, and not a moment longer. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { closeLive, getWallLink, isWallLinkGood, requireSharedWall, revokeWall, shareWall } from "./index";
import { follow } from "./testing/follow";

useTestDatabase();
afterEach(closeLive);

const keyOf = ({ url }: { url: string }) => new URL(url).searchParams.get("key") ?? "";

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
    pass: { id: linkId, isGood: () => isWallLinkGood(linkId) },
  });
  await screen.next();
  await sleep(200);
  await revokeWall(scope, sessionId);
  expect(await screen.next()).toBeUndefined();
  expect(await isWallLinkGood(linkId)).toBe(false);
  expect(await getWallLink(scope, sessionId)).toEqual({ shared_at: null });
});

test("nobody shares a stranger's event", async () => {
  const [one, stranger] = [await openTestSession(), await openTestSession()];
  await expect(shareWall(stranger.scope, one.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(revokeWall(stranger.scope, one.sessionId)).rejects.toMatchObject({ code: "not_found" });
});

test("a closed event gets no new link; the one it has shows it until it is revoked", async () => {
  const { scope, sessionId } = await openTestSession();
  const key = keyOf(await shareWall(scope, sessionId));
  await closeSession(scope, sessionId);
  await expect(shareWall(scope, sessionId)).rejects.toMatchObject({ code: "conflict" });
  expect(await requireSharedWall(sessionId, key)).toMatchObject({ scope });
  expect(await revokeWall(scope, sessionId)).toEqual({ shared_at: null });
  await expect(requireSharedWall(sessionId, key)).rejects.toMatchObject({ code: "not_found" });
});

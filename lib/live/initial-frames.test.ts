/** Guarantee: no choice of cursors by clients makes a feed cache more than a fixed number of frames. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { FrameCache, MAX_FRAMES } from "./feed/frame-cache";
import { closeLiveStreams } from "./index";
import { followSession } from "./testing/follow";
import * as updates from "./update";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
const followers: Awaited<ReturnType<typeof followSession>>[] = [];
const encode = vi.spyOn(updates, "updateFrame");

beforeEach(async () => {
  session = await openTestSession();
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
  closeLiveStreams();
});

/** Subscribes once with each cursor, all at the same time, and returns the first updates. */
async function subscribeAll(cursors: readonly (string | undefined)[]) {
  const { scope, sessionId } = session;
  const added = await Promise.all(
    cursors.map((after) => followSession(scope, sessionId, after === undefined ? {} : { after })),
  );
  followers.push(...added);
  return Promise.all(added.map((follower) => follower.next()));
}

const record = () => recordCredit(createIncomingCredit({ account: session.account, paidAt: new Date() }));

/** Keeps the feed current, because a feed without subscribers drops its frames, and forgets the calls until now. */
async function openFeed() {
  const [first] = await subscribeAll([undefined]);
  encode.mockClear();
  return first;
}

const numbers = Array.from({ length: 10 }, (_, number) => number);

test("concurrent subscribers without a cursor share one frame", async () => {
  await record();
  await openFeed();
  const sent = await subscribeAll(numbers.map(() => undefined));
  for (const update of sent) expect(update).toMatchObject({ since: null, refetch: false, rows: [{}] });
  expect(encode).toHaveBeenCalledTimes(0);
});

test("all cursors of unknown versions share one frame, with the full state", async () => {
  await record();
  await openFeed();
  const sent = await subscribeAll(numbers.flatMap((number) => [`9999999:${number}`, `999999${number}:1`]));
  for (const update of sent) expect(update).toMatchObject({ since: null, refetch: true, rows: [{}] });
  expect(encode).toHaveBeenCalledTimes(1);
});

test("all cursors of one known version share one frame, whatever their sequence", async () => {
  const first = await openFeed();
  const version = first?.figures.version;
  await record();
  await expect.poll(() => encode.mock.calls.length).toBe(1);
  encode.mockClear();
  const missed = await subscribeAll(numbers.map((number) => `${version}:${number}`));
  for (const update of missed) expect(update).toMatchObject({ since: version, refetch: false, rows: [{}] });
  const current = await subscribeAll(numbers.map((number) => `${Number(version) + 1}:${number}`));
  for (const update of current) expect(update).toMatchObject({ since: Number(version) + 1, rows: [] });
  expect(encode).toHaveBeenCalledTimes(2);
});

test("a cache keeps a fixed number of frames, and computes a frame again that it evicted", () => {
  const cache = new FrameCache();
  const compute = vi.fn(() => new Uint8Array(1));
  cache.get("used", compute);
  for (let key = 0; key < 3 * MAX_FRAMES; key++) {
    cache.get(String(key), compute);
    cache.get("used", compute);
  }
  expect(cache.size).toBe(MAX_FRAMES);
  expect(compute).toHaveBeenCalledTimes(3 * MAX_FRAMES + 1);
  cache.get("0", compute);
  expect(compute).toHaveBeenCalledTimes(3 * MAX_FRAMES + 2);
});

/** Guarantee: in a window exactly as many requests are within the limit as it allows, however they arrive. */
import { beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { countRequest, isKnownToExceed } from "./index";

process.env.RATE_LIMIT_PER_MINUTE = "10";
useTestDatabase();

let keyId = newId("apiKey");
beforeEach(() => {
  keyId = newId("apiKey");
});

const count = (group: "read" | "write" = "read") => countRequest({ keyId, group });
const stored = () => systemDb().sql`select endpoint_group, used from request_counts where key_id = ${keyId}`;

test("ten of thirty concurrent requests are within a limit of ten, in the order in which they came", async () => {
  const counts = await Promise.all(Array.from({ length: 30 }, () => count()));
  expect(counts.map((one) => one?.isExceeded)).toEqual(Array.from({ length: 30 }, (_, index) => index >= 10));
  expect(counts.map((one) => one?.remaining).slice(0, 12)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  for (const one of counts) {
    expect(one?.limit).toBe(10);
    expect(one?.endsInMs).toBeGreaterThan(50_000);
    expect(one?.endsInMs).toBeLessThanOrEqual(60_000);
  }
});

test("requests that another process counted use up the same limit", async () => {
  await systemDb().sql`
    insert into request_counts values (${keyId}, 'read', 9, clock_timestamp() + interval '30 seconds')`;
  expect(await count()).toMatchObject({ remaining: 0, isExceeded: false });
  expect(await count()).toMatchObject({ remaining: 0, isExceeded: true });
});

test("a limit that is used up refuses without a statement until the window ends", async () => {
  await systemDb().sql`
    insert into request_counts values (${keyId}, 'read', 10, clock_timestamp() + interval '500 milliseconds')`;
  expect(isKnownToExceed({ keyId, group: "read" })).toBe(false);
  expect((await count())?.isExceeded).toBe(true);
  expect(isKnownToExceed({ keyId, group: "read" })).toBe(true);
  expect((await count())?.isExceeded).toBe(true);
  expect(await stored()).toMatchObject([{ used: 11n }]);
  await vi.waitFor(async () => expect((await count())?.isExceeded).toBe(false), {
    timeout: 2_000,
    interval: 50,
  });
});

test("a window that has ended counts no more", async () => {
  await systemDb().sql`
    insert into request_counts values (${keyId}, 'read', 500, clock_timestamp() - interval '1 second')`;
  expect(await count()).toMatchObject({ remaining: 9, isExceeded: false });
  expect(await stored()).toMatchObject([{ used: 1n }]);
});

test("reads and writes are counted apart", async () => {
  await Promise.all(Array.from({ length: 11 }, () => count("read")));
  expect((await count("read"))?.isExceeded).toBe(true);
  expect(await count("write")).toMatchObject({ remaining: 9, isExceeded: false });
});

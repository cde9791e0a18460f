import { expect, test, vi } from "vitest";
import { terminateConnections, useTestDatabase } from "@/lib/testing/database";
import { systemDb } from "../client";
import { LISTENER_PREFIX, Listener } from "./listen";

const database = useTestDatabase();

const connections = () => systemDb().sql<{ pid: number }[]>`
  select pid from pg_stat_activity
  where datname = current_database() and starts_with(application_name, ${LISTENER_PREFIX})`;
const notify = (channel: string, payload: string) =>
  systemDb().sql`select pg_notify(${channel}, ${payload})`.execute();

/** A subscription that records what it gets. */
function subscribe(listener: Listener, channel: string): string[] {
  const received: string[] = [];
  listener.add({
    channel,
    onNotify: (payload) => received.push(payload),
    onReady: () => received.push("ready"),
  });
  return received;
}

test("subscriptions share one connection and get the notifications of their channel, and onReady runs on each connection", async () => {
  const listener = new Listener();
  try {
    const [first, second] = [subscribe(listener, "first"), subscribe(listener, "second")];
    await vi.waitFor(() => expect([first, second]).toEqual([["ready"], ["ready"]]));
    const later = subscribe(listener, "first");
    await vi.waitFor(() => expect(later).toEqual(["ready"]), 1_000);
    await notify("first", "a other");
    await notify("second", "b");
    await vi.waitFor(() => expect(second).toEqual(["ready", "b"]));
    expect([first, later]).toEqual([
      ["ready", "a", "other"],
      ["ready", "a", "other"],
    ]);
    expect(await connections()).toHaveLength(1);
    await terminateConnections(database);
    await vi.waitFor(() => expect(second).toEqual(["ready", "b", "ready"]), 5_000);
    expect([first, later]).toEqual([
      ["ready", "a", "other", "ready"],
      ["ready", "a", "other", "ready"],
    ]);
    await notify("second", "c");
    await vi.waitFor(() => expect(second.at(-1)).toBe("c"));
  } finally {
    listener.stop();
  }
  await vi.waitFor(async () => expect(await connections()).toEqual([]), 5_000);
});

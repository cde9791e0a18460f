/** Guarantee: a page shows the state of the time it claims, and misses no payment. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveStore, type Update } from "./live-store";

class FakeSource {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  private readonly handlers = new Map<string, (event: { data: string }) => void>();
  constructor(readonly url: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, handler: (event: { data: string }) => void) {
    this.handlers.set(name, handler);
  }
  close() {
    this.readyState = 2;
  }
  emit(name: string, data: unknown = {}) {
    this.handlers.get(name)?.({ data: JSON.stringify(data) });
  }
}

const update = (version: number, change: Partial<Update> = {}): Update => ({
  since: version - 1,
  figures: { version, as_of: new Date().toISOString(), status: "active", transaction_count: version },
  rows: [{ sequence: version }],
  refetch: false,
  minutes: [],
  ...change,
});
const fullUpdate = (version: number, rows = [version]) =>
  update(version, { since: null, rows: rows.map((sequence) => ({ sequence })) });

let store: LiveStore<Update>;
let unsubscribe: () => void;
const source = () => FakeSource.all.at(-1) as FakeSource;
const sendHeartbeat = () => source().emit("beat", { at: new Date().toISOString(), version: 1 });
const advance = (ms: number) => vi.advanceTimersByTime(ms);
const sequences = () => store.snapshot().rows.map(({ sequence }) => sequence);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  store = new LiveStore<Update>("/live", () => undefined);
  unsubscribe = store.subscribe(() => undefined);
});
afterEach(() => {
  unsubscribe();
  advance(3_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page is live after the first full update, and stays live while heartbeats arrive", () => {
  expect(store.snapshot().state).toBe("connecting");
  source().emit("figures", fullUpdate(1));
  expect(store.snapshot().state).toBe("live");
  for (let beats = 0; beats < 10; beats++) {
    advance(2_000);
    sendHeartbeat();
  }
  expect(store.snapshot().state).toBe("live");
});

test("five seconds without a heartbeat are reconnecting, twenty are stale", () => {
  source().emit("figures", fullUpdate(1));
  advance(4_400);
  expect(store.snapshot().state).toBe("live");
  advance(700);
  expect(store.snapshot().state).toBe("reconnecting");
  advance(15_000);
  expect(store.snapshot().state).toBe("stale");
});

test("a reconnect resumes from the last version, and is live only after the missed updates", () => {
  source().emit("figures", fullUpdate(4, [4, 3, 2, 1]));
  source().emit("error");
  advance(8_000);
  expect(source().url).toBe("/live?after=4:4");
  expect(store.snapshot().state).toBe("reconnecting");
  source().emit("figures", update(6, { since: 4, rows: [{ sequence: 6 }, { sequence: 5 }] }));
  expect(store.snapshot()).toMatchObject({ state: "live", refetches: 0 });
  expect(sequences()).toEqual([6, 5, 4, 3, 2, 1]);
});

test("a connection without heartbeats is replaced", () => {
  source().emit("figures", fullUpdate(1));
  advance(6_000);
  expect(FakeSource.all).toHaveLength(2);
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
});

test("a changed payment keeps its position", () => {
  source().emit("figures", fullUpdate(3, [3, 2, 1]));
  source().emit(
    "figures",
    update(4, { rows: [{ sequence: 2, status: "successful" } as { sequence: number }] }),
  );
  expect(store.snapshot().rows).toEqual([
    { sequence: 3 },
    { sequence: 2, status: "successful" },
    { sequence: 1 },
  ]);
});

test("figures of an older version are ignored, unless they replace everything", () => {
  source().emit("figures", fullUpdate(5));
  source().emit("figures", update(4, { since: 3 }));
  expect(store.snapshot().figures?.version).toBe(5);
  source().emit("figures", fullUpdate(2));
  expect(store.snapshot().figures?.version).toBe(2);
});

test("an update that leaves a version gap causes a reconnect from the last version", () => {
  source().emit("figures", fullUpdate(5));
  source().emit("figures", update(9, { since: 8 }));
  expect(store.snapshot().figures?.version).toBe(5);
  advance(500);
  expect(source().url).toBe("/live?after=5:5");
});

test("rows that leave a gap replace the earlier ones, and trigger a refetch", () => {
  source().emit("figures", fullUpdate(5, [5, 4]));
  source().emit("figures", update(6, { since: 5, rows: [{ sequence: 300 }, { sequence: 299 }] }));
  expect(sequences()).toEqual([300, 299]);
  expect(store.snapshot().refetches).toBe(1);
});

test("the last update of a minute wins", () => {
  source().emit("figures", { ...fullUpdate(1), minutes: [[7, 1, 0]] });
  source().emit(
    "figures",
    update(2, {
      minutes: [
        [8, 0, 1],
        [7, 2, 0],
      ],
    }),
  );
  expect(store.snapshot().minutes).toEqual([
    [7, 2, 0],
    [8, 0, 1],
  ]);
});

test("a closed event is closed, not live", () => {
  const closed = fullUpdate(3);
  source().emit("figures", { ...closed, figures: { ...closed.figures, status: "closed" } });
  expect(store.snapshot().state).toBe("closed");
});

test("subscribing does not change the rendered state", () => {
  const seeded = new LiveStore<Update>("/live", () => undefined, fullUpdate(3));
  const listener = vi.fn();
  const end = seeded.subscribe(listener);
  expect(listener).not.toHaveBeenCalled();
  expect(seeded.snapshot()).toBe(seeded.initialState);
  end();
  advance(3_000);
});

test("a replaced stream reopens on request", () => {
  source().emit("figures", fullUpdate(1));
  source().emit("ended", { reason: "replaced" });
  expect(store.snapshot()).toMatchObject({ ended: "replaced", state: "stale" });
  const opened = FakeSource.all.length;
  store.reconnectNow();
  source().emit("figures", fullUpdate(2));
  expect(FakeSource.all).toHaveLength(opened + 1);
  expect(store.snapshot()).toMatchObject({ ended: undefined, state: "live" });
});

test("a stream that has ended is not reopened, and exposes the reason", () => {
  source().emit("figures", fullUpdate(1));
  const opened = FakeSource.all.length;
  source().emit("ended", { reason: "expired" });
  expect(store.snapshot().ended).toBe("expired");
  advance(60_000);
  unsubscribe();
  unsubscribe = store.subscribe(() => undefined);
  expect(FakeSource.all).toHaveLength(opened);
});

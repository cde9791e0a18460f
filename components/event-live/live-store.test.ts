/** Guarantee: what a page shows is what was true when it says so, and no payment is missing from it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveStore, type Update } from "./live-store";

class FakeSource {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  private readonly hearers = new Map<string, (event: { data: string }) => void>();
  constructor(readonly url: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, hearer: (event: { data: string }) => void) {
    this.hearers.set(name, hearer);
  }
  close() {
    this.readyState = 2;
  }
  say(name: string, data: unknown = {}) {
    this.hearers.get(name)?.({ data: JSON.stringify(data) });
  }
}

const update = (version: number, change: Partial<Update> = {}): Update => ({
  since: version - 1,
  figures: { version, as_of: new Date().toISOString(), status: "active", transaction_count: version },
  rows: [{ number: version }],
  refetch: false,
  minutes: [],
  ...change,
});
const whole = (version: number, rows = [version]) =>
  update(version, { since: null, rows: rows.map((number) => ({ number })) });

let store: LiveStore<Update>;
let leave: () => void;
const source = () => FakeSource.all.at(-1) as FakeSource;
const beat = () => source().say("beat", { at: new Date().toISOString(), version: 1 });
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const numbers = () => store.snapshot().rows.map(({ number }) => number);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  store = new LiveStore<Update>("/live", () => undefined);
  leave = store.subscribe(() => undefined);
});
afterEach(() => {
  leave();
  pass(3_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page is live once it has been told everything, and stays so while it hears a beat", () => {
  expect(store.snapshot().state).toBe("connecting");
  source().say("figures", whole(1));
  expect(store.snapshot().state).toBe("live");
  for (let beats = 0; beats < 10; beats++) {
    pass(2_000);
    beat();
  }
  expect(store.snapshot().state).toBe("live");
});

test("five seconds without a beat are reconnecting, twenty are stale", () => {
  source().say("figures", whole(1));
  pass(4_400);
  expect(store.snapshot().state).toBe("live");
  pass(700);
  expect(store.snapshot().state).toBe("reconnecting");
  pass(15_000);
  expect(store.snapshot().state).toBe("stale");
});

test("a page that comes back says from where, and is live only when it has been told what it missed", () => {
  source().say("figures", whole(4, [4, 3, 2, 1]));
  source().say("error");
  pass(8_000);
  expect(source().url).toBe("/live?after=4:4");
  expect(store.snapshot().state).toBe("reconnecting");
  source().say("figures", update(6, { since: 4, rows: [{ number: 6 }, { number: 5 }] }));
  expect(store.snapshot()).toMatchObject({ state: "live", refetches: 0 });
  expect(numbers()).toEqual([6, 5, 4, 3, 2, 1]);
});

test("a connection that says nothing any more is given up for another", () => {
  source().say("figures", whole(1));
  pass(6_000);
  expect(FakeSource.all).toHaveLength(2);
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED);
});

test("a payment that changes stays in its place", () => {
  source().say("figures", whole(3, [3, 2, 1]));
  source().say("figures", update(4, { rows: [{ number: 2, status: "successful" } as { number: number }] }));
  expect(store.snapshot().rows).toEqual([{ number: 3 }, { number: 2, status: "successful" }, { number: 1 }]);
});

test("figures of an older version change nothing, unless they replace everything", () => {
  source().say("figures", whole(5));
  source().say("figures", update(4, { since: 3 }));
  expect(store.snapshot().figures?.version).toBe(5);
  source().say("figures", whole(2));
  expect(store.snapshot().figures?.version).toBe(2);
});

test("an update that does not join on to what is known is asked for again from there", () => {
  source().say("figures", whole(5));
  source().say("figures", update(9, { since: 8 }));
  expect(store.snapshot().figures?.version).toBe(5);
  pass(500);
  expect(source().url).toBe("/live?after=5:5");
});

test("rows that leave a gap replace those before it, and have the lists fetched again", () => {
  source().say("figures", whole(5, [5, 4]));
  source().say("figures", update(6, { since: 5, rows: [{ number: 300 }, { number: 299 }] }));
  expect(numbers()).toEqual([300, 299]);
  expect(store.snapshot().refetches).toBe(1);
});

test("a minute is what was said of it last", () => {
  source().say("figures", { ...whole(1), minutes: [[7, 1, 0]] });
  source().say(
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
  const closed = whole(3);
  source().say("figures", { ...closed, figures: { ...closed.figures, status: "closed" } });
  expect(store.snapshot().state).toBe("closed");
});

test("beginning to look changes nothing of what was drawn", () => {
  const seeded = new LiveStore<Update>("/live", () => undefined, whole(3));
  const listener = vi.fn();
  const end = seeded.subscribe(listener);
  expect(listener).not.toHaveBeenCalled();
  expect(seeded.snapshot()).toBe(seeded.first);
  end();
  pass(3_000);
});

test("a stream that a later one replaced is opened again when it is asked for", () => {
  source().say("figures", whole(1));
  source().say("ended", { reason: "replaced" });
  expect(store.snapshot()).toMatchObject({ ended: "replaced", state: "stale" });
  const opened = FakeSource.all.length;
  store.tryNow();
  source().say("figures", whole(2));
  expect(FakeSource.all).toHaveLength(opened + 1);
  expect(store.snapshot()).toMatchObject({ ended: undefined, state: "live" });
});

test("a stream that ended for good is not opened again, and the page is told why", () => {
  source().say("figures", whole(1));
  const opened = FakeSource.all.length;
  source().say("ended", { reason: "expired" });
  expect(store.snapshot().ended).toBe("expired");
  pass(60_000);
  leave();
  leave = store.subscribe(() => undefined);
  expect(FakeSource.all).toHaveLength(opened);
});

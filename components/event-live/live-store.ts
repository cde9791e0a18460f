import type { z } from "zod";
import type { EndReason, StreamEnded } from "@/lib/live/contract";
import { setServerTime } from "../shared/clock";

/** Payments of a minute: minutes since 1970, by transfer, by POS. */
export type Minute = readonly [minute: number, transfers: number, pos: number];

/** What the stream says of an event, as far as keeping up with it needs to know. */
export interface Update {
  since: number | null;
  figures: { version: number; as_of: string; status: "active" | "closed"; transaction_count: number };
  rows: { number: number }[];
  refetch: boolean;
  minutes: Minute[];
}

/**
 * How the page stands to the service. `reconnecting`: nothing was heard for a few seconds. `stale`: for so long that
 * what is shown must be labelled with the time it was true.
 */
export type LiveState = "connecting" | "live" | "reconnecting" | "stale" | "closed";

export interface Live<U extends Update> {
  state: LiveState;
  figures: U["figures"] | undefined;
  /** The newest payments, newest first, without a gap. */
  rows: U["rows"];
  /** Oldest first. */
  minutes: readonly Minute[];
  /** The server's time, in milliseconds, until which what is shown is known to be true. */
  trueAtMs: number;
  /** Grows whenever more has changed than was sent: lists must be fetched again. */
  refetches: number;
  /** When the next try to connect begins, by this device's clock; undefined while connected. */
  retryAtMs: number | undefined;
  /** Why the stream has ended for good, where the service says so: nothing connects again. */
  ended: EndReason | undefined;
}

/** A beat comes every two seconds: two may be lost before anybody is told, and all are told within five. */
const QUIET_MS = 4_500;
const LOOK_MS = 250;
const STALE_MS = 20_000;
const WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000];
const MAX_ROWS = 200;
/** A page that is left for another of the same event keeps its stream. */
const LINGER_MS = 2_000;

/** Keeps a page's picture of an event true: one stream, however many parts of the page look. */
export class LiveStore<U extends Update> {
  /** What the server rendered, for the first look in the browser. */
  first: Live<U>;
  private now: Live<U>;
  private readonly listeners = new Set<() => void>();
  private source: EventSource | undefined;
  /** When the stream last said anything, and when it was last connected to, by this device's clock. */
  private heardAtMs = 0;
  private connectedAtMs = 0;
  private wasGreeted = false;
  private tries = 0;
  private watch: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly path: string,
    /** Asked when the service refuses the stream: the sign-in may have ended. */
    private readonly onRefused: () => void = () => {},
    initial?: U,
  ) {
    this.now = {
      state: "connecting",
      figures: initial?.figures,
      rows: initial?.rows ?? [],
      minutes: initial?.minutes ?? [],
      trueAtMs: initial ? Date.parse(initial.figures.as_of) : 0,
      refetches: 0,
      retryAtMs: undefined,
      ended: undefined,
    };
    this.first = this.now;
  }

  /** Takes what a page came with, where it is newer than what is known. */
  seed(initial: U): void {
    if (this.now.figures && this.now.figures.version >= initial.figures.version) return;
    this.apply({ ...initial, since: null, refetch: false });
  }

  readonly snapshot = () => this.now;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    clearTimeout(this.closing);
    if (!this.watch && !this.now.ended) this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.closing = setTimeout(() => this.close(), LINGER_MS);
    };
  };

  /** Tries to connect at once instead of waiting; a stream that another one replaced is opened again. */
  readonly tryNow = () => {
    if (this.now.ended === "replaced" && this.listeners.size > 0) {
      this.set({ ended: undefined });
      this.open();
      return;
    }
    if (this.retry === undefined) return;
    this.tries = 0;
    this.connect();
  };

  private open(): void {
    this.heardAtMs = Date.now();
    this.watch = setInterval(() => this.checkStaleness(), LOOK_MS);
    window.addEventListener("online", this.tryNow);
    // A stream over a network that is gone would only be found dead later.
    window.addEventListener("offline", this.reconnect);
    document.addEventListener("visibilitychange", this.tryNow);
    this.connect();
  }

  private close(): void {
    clearInterval(this.watch);
    clearTimeout(this.retry);
    this.watch = this.retry = undefined;
    window.removeEventListener("online", this.tryNow);
    window.removeEventListener("offline", this.reconnect);
    document.removeEventListener("visibilitychange", this.tryNow);
    this.source?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.source?.close();
    this.connectedAtMs = Date.now();
    const { figures } = this.now;
    const after = figures ? `after=${figures.version}:${figures.transaction_count}` : "";
    const source = new EventSource(`${this.path}${this.path.includes("?") ? "&" : "?"}${after}`);
    this.source = source;
    source.addEventListener("figures", (event) => this.hear(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => this.hearBeat(JSON.parse(event.data)));
    source.addEventListener("ended", (event) => this.end(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // A browser gives a stream up for good where the answer was a refusal.
      if (source.readyState === EventSource.CLOSED) this.onRefused();
      this.reconnect();
    });
    // Whoever has just begun to look must not be made to render anew by that.
    if (this.now.retryAtMs !== undefined) this.set({ retryAtMs: undefined });
  }

  private readonly reconnect = () => {
    if (this.retry !== undefined || !this.watch) return;
    this.source?.close();
    const longest = WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)] ?? 0;
    // Spread out, so that a service that comes back is not met by all at once.
    const waitMs = longest * (0.75 + Math.random() / 2) + Math.random() * 300;
    this.retry = setTimeout(() => this.connect(), waitMs);
    this.set({ retryAtMs: Date.now() + waitMs });
  };

  private end({ reason }: z.output<typeof StreamEnded>): void {
    this.close();
    this.set({ ended: reason, state: "stale" });
  }

  private hear(update: U): void {
    const known = this.now.figures?.version;
    if (update.since !== null && known !== undefined && update.since > known) {
      this.reconnect();
      return;
    }
    this.tries = 0;
    this.wasGreeted = true;
    this.heardAtMs = Date.now();
    this.apply(update);
  }

  private hearBeat({ at }: { at: string }): void {
    this.heardAtMs = Date.now();
    setServerTime(Date.parse(at));
    this.set({ trueAtMs: Date.parse(at), state: this.stateNow() });
  }

  /** What is known follows the versions; only what replaces everything may turn them back. */
  private apply(update: U): void {
    const { figures, rows, refetches, minutes } = this.now;
    if (update.since !== null && figures && update.figures.version < figures.version) return;
    const isGap = update.since !== null && !followsOn(rows, update.rows);
    this.now = {
      ...this.now,
      figures: update.figures,
      rows: update.since === null || isGap ? update.rows : mergeRows(rows, update.rows),
      minutes: update.since === null ? update.minutes : mergeMinutes(minutes, update.minutes),
      trueAtMs: Math.max(this.now.trueAtMs, Date.parse(update.figures.as_of)),
      refetches: refetches + (update.refetch || isGap ? 1 : 0),
    };
    this.set({ state: this.stateNow() });
  }

  /** A stream begins with what was missed, so that whoever hears it has everything. */
  private stateNow(): LiveState {
    const quietMs = Date.now() - this.heardAtMs;
    if (quietMs >= STALE_MS) return "stale";
    if (quietMs >= QUIET_MS) return "reconnecting";
    if (!this.wasGreeted) return "connecting";
    return this.now.figures?.status === "closed" ? "closed" : "live";
  }

  private checkStaleness(): void {
    const state = this.stateNow();
    if (state !== this.now.state) this.set({ state });
    // A connection that says nothing may be dead without knowing.
    if (Date.now() - Math.max(this.heardAtMs, this.connectedAtMs) >= QUIET_MS) this.reconnect();
  }

  private set(change: Partial<Live<U>>): void {
    this.now = { ...this.now, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Whether new rows join on to those that are known, or some between them were not sent. */
function followsOn(known: { number: number }[], told: { number: number }[]): boolean {
  const last = known[0]?.number ?? 0;
  const fresh = told.filter(({ number }) => number > last);
  return fresh.length === 0 || fresh.at(-1)?.number === last + 1;
}

function mergeRows<R extends { number: number }>(known: R[], told: R[]): R[] {
  if (told.length === 0) return known;
  const byNumber = new Map(told.map((row) => [row.number, row]));
  const last = known[0]?.number ?? 0;
  const fresh = told.filter(({ number }) => number > last);
  return [...fresh, ...known.map((row) => byNumber.get(row.number) ?? row)].slice(0, MAX_ROWS);
}

function mergeMinutes(known: readonly Minute[], told: readonly Minute[]): readonly Minute[] {
  if (told.length === 0) return known;
  const merged = new Map([...known, ...told].map((minute) => [minute[0], minute]));
  return [...merged.values()].sort((a, b) => a[0] - b[0]);
}

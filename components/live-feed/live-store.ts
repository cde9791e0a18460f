import type { z } from "zod";
import { mergeRows } from "@/lib/core/merge-rows";
import type { EndReason, StreamEnded } from "@/lib/live/contract";
import { setServerTime } from "../shared/format/clock";

/** Payments of a minute: minutes since 1970, count by transfer, count by POS. */
export type Minute = readonly [minute: number, transfers: number, pos: number];

/** The fields of a stream update that `LiveStore` needs. */
export interface Update {
  since: number | null;
  figures: { version: number; as_of: string; status: "active" | "closed"; transaction_count: number };
  rows: { sequence: number }[];
  refetch: boolean;
  minutes: Minute[];
}

/**
 * State of the connection. `reconnecting`: no message for a few seconds. `stale`: no message for so long that
 * the figures must be labelled with their time.
 */
export type LiveState = "connecting" | "live" | "reconnecting" | "stale" | "closed";

export interface Live<U extends Update> {
  state: LiveState;
  figures: U["figures"] | undefined;
  /** The newest payments, newest first, without a gap. */
  rows: U["rows"];
  /** Oldest first. */
  minutes: readonly Minute[];
  /** Server time in milliseconds up to which the figures are confirmed. */
  asOfMs: number;
  /** Incremented when more has changed than was sent: lists must be refetched. */
  refetches: number;
  /** Time of the next connection attempt by this device's clock; undefined while connected. */
  retryAtMs: number | undefined;
  /** Why the stream has ended permanently; undefined while it may reconnect. */
  ended: EndReason | undefined;
}

/**
 * The server sends a heartbeat every two seconds: two may be lost before the state changes, which is shown
 * within five seconds.
 */
const RECONNECT_AFTER_MS = 4_500;
const CHECK_EVERY_MS = 250;
const STALE_AFTER_MS = 20_000;
const RETRY_DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000];
const MAX_ROWS = 200;
/** The stream stays open this long without subscribers, for navigation between pages of the same event. */
const LINGER_MS = 2_000;

/** Keeps the live state of an event up to date with one stream, shared by all subscribers. */
export class LiveStore<U extends Update> {
  /** State rendered by the server, for hydration. */
  initialState: Live<U>;
  private current: Live<U>;
  private readonly listeners = new Set<() => void>();
  private source: EventSource | undefined;
  /** Times of the last message and of the last connection attempt, by this device's clock. */
  private lastMessageAtMs = 0;
  private connectedAtMs = 0;
  private hasFirstUpdate = false;
  private attempts = 0;
  private watch: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly path: string,
    /** Called when the server refuses the stream: the session may have ended. */
    private readonly onRefused: () => void = () => {},
    initial?: U,
  ) {
    this.current = {
      state: "connecting",
      figures: initial?.figures,
      rows: initial?.rows ?? [],
      minutes: initial?.minutes ?? [],
      asOfMs: initial ? Date.parse(initial.figures.as_of) : 0,
      refetches: 0,
      retryAtMs: undefined,
      ended: undefined,
    };
    this.initialState = this.current;
  }

  /** Applies server-rendered state if it is newer than the current state. */
  seed(initial: U): void {
    if (this.current.figures && this.current.figures.version >= initial.figures.version) return;
    this.apply({ ...initial, since: null, refetch: false });
  }

  readonly snapshot = () => this.current;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    clearTimeout(this.closing);
    if (!this.watch && !this.current.ended) this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.closing = setTimeout(() => this.close(), LINGER_MS);
    };
  };

  /** Connects at once instead of waiting; also reopens a stream that a newer one replaced. */
  readonly reconnectNow = () => {
    if (this.current.ended === "replaced" && this.listeners.size > 0) {
      this.set({ ended: undefined });
      this.open();
      return;
    }
    if (this.retry === undefined) return;
    this.attempts = 0;
    this.connect();
  };

  private open(): void {
    this.lastMessageAtMs = Date.now();
    this.watch = setInterval(() => this.checkStaleness(), CHECK_EVERY_MS);
    window.addEventListener("online", this.reconnectNow);
    // A stream over a lost network would be detected only after a timeout.
    window.addEventListener("offline", this.reconnect);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.connect();
  }

  private close(): void {
    clearInterval(this.watch);
    clearTimeout(this.retry);
    this.watch = this.retry = undefined;
    window.removeEventListener("online", this.reconnectNow);
    window.removeEventListener("offline", this.reconnect);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.source?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.source?.close();
    this.connectedAtMs = Date.now();
    const { figures } = this.current;
    const after = figures ? `after=${figures.version}:${figures.transaction_count}` : "";
    const source = new EventSource(`${this.path}${this.path.includes("?") ? "&" : "?"}${after}`);
    this.source = source;
    source.addEventListener("figures", (event) => this.handleUpdate(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => this.handleHeartbeat(JSON.parse(event.data)));
    source.addEventListener("ended", (event) => this.end(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // After a refusal the browser closes the stream permanently.
      if (source.readyState === EventSource.CLOSED) this.onRefused();
      this.reconnect();
    });
    // Subscribing must not cause a render.
    if (this.current.retryAtMs !== undefined) this.set({ retryAtMs: undefined });
  }

  private readonly reconnect = () => {
    if (this.retry !== undefined || !this.watch) return;
    this.source?.close();
    const delayMs = RETRY_DELAYS_MS[Math.min(this.attempts++, RETRY_DELAYS_MS.length - 1)] ?? 0;
    // Jitter, so that clients do not reconnect to a recovering server at the same time.
    const waitMs = delayMs * (0.75 + Math.random() / 2) + Math.random() * 300;
    this.retry = setTimeout(() => this.connect(), waitMs);
    this.set({ retryAtMs: Date.now() + waitMs });
  };

  private end({ reason }: z.output<typeof StreamEnded>): void {
    this.close();
    this.set({ ended: reason, state: "stale" });
  }

  private handleUpdate(update: U): void {
    const version = this.current.figures?.version;
    if (update.since !== null && version !== undefined && update.since > version) {
      this.reconnect();
      return;
    }
    this.attempts = 0;
    this.hasFirstUpdate = true;
    this.lastMessageAtMs = Date.now();
    this.apply(update);
  }

  private handleHeartbeat({ at }: { at: string }): void {
    this.lastMessageAtMs = Date.now();
    setServerTime(Date.parse(at));
    this.set({ asOfMs: Date.parse(at), state: this.computeState() });
  }

  /** Applies an update. The version only decreases by a full update. */
  private apply(update: U): void {
    const { figures, rows, refetches, minutes } = this.current;
    if (update.since !== null && figures && update.figures.version < figures.version) return;
    const merged: { rows: U["rows"]; hasGap: boolean } = mergeRows(rows, update.rows);
    const isGap = update.since !== null && merged.hasGap;
    this.current = {
      ...this.current,
      figures: update.figures,
      rows: update.since === null || isGap ? update.rows : merged.rows.slice(0, MAX_ROWS),
      minutes: update.since === null ? update.minutes : mergeMinutes(minutes, update.minutes),
      asOfMs: Math.max(this.current.asOfMs, Date.parse(update.figures.as_of)),
      refetches: refetches + (update.refetch || isGap ? 1 : 0),
    };
    this.set({ state: this.computeState() });
  }

  /**
   * Returns the connection state. A stream starts with the missed updates, so after its first update the
   * state is complete.
   */
  private computeState(): LiveState {
    const idleMs = Date.now() - this.lastMessageAtMs;
    if (idleMs >= STALE_AFTER_MS) return "stale";
    if (idleMs >= RECONNECT_AFTER_MS) return "reconnecting";
    if (!this.hasFirstUpdate) return "connecting";
    return this.current.figures?.status === "closed" ? "closed" : "live";
  }

  private checkStaleness(): void {
    const state = this.computeState();
    if (state !== this.current.state) this.set({ state });
    // A connection without messages may be dead without an error event.
    if (Date.now() - Math.max(this.lastMessageAtMs, this.connectedAtMs) >= RECONNECT_AFTER_MS)
      this.reconnect();
  }

  private set(change: Partial<Live<U>>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}

function mergeMinutes(minutes: readonly Minute[], received: readonly Minute[]): readonly Minute[] {
  if (received.length === 0) return minutes;
  const merged = new Map([...minutes, ...received].map((minute) => [minute[0], minute]));
  return [...merged.values()].sort((a, b) => a[0] - b[0]);
}

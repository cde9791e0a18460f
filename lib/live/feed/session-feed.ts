import type { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { toPaymentJson } from "@/lib/transactions";
import type { LiveUpdate } from "../contract";
import { computeFigures } from "../figures";
import { type Audience, type Frame, heartbeatFrame, updateFrame } from "../update";
import { FrameCache } from "./frame-cache";
import { readInitialState } from "./initial-state";
import {
  type Changes,
  type Cursor,
  MAX_CHANGED_PAYMENTS,
  MAX_ROWS,
  type ReadPosition,
  readChanges,
} from "./read-changes";
import { RecentActivity } from "./recent-activity";
import { RowHistory } from "./row-history";
import { readSessionContext, type SessionContext } from "./session-context";

type Update = z.output<typeof LiveUpdate>;

/** A recipient of a feed's updates. */
export interface Subscriber {
  readonly audience: Audience;
  send(frame: Frame): void;
}

/** Minimum interval between reads; changes within it are sent as one update. */
const TICK_MS = 100;
/** Added to the interval per subscriber: writing to 500 subscribers costs more than one read. */
const TICK_MS_PER_SUBSCRIBER = 0.3;
/** Minutes in an initial state: two days, about twenty bytes each. */
const MAX_MINUTES = 2_880;

/** The cached state of a session at a version. */
interface FeedState {
  snapshot: Changes;
  context: SessionContext;
  activity: RecentActivity;
  history: RowHistory;
}

/**
 * The live feed of one session: reads the session once for all subscribers and sends each the changes. It reads after a
 * change notification or on request, at most once per tick. Without subscribers it reads nothing and keeps its state.
 */
export class SessionFeed {
  readonly subscribers = new Set<Subscriber>();
  private state: FeedState | undefined;
  private reading: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastReadAt = Number.NEGATIVE_INFINITY;
  /** How far the database's clock, which timestamps the payments, is ahead of this process's. */
  private clockAheadMs = 0;
  /** False after a failed read until the next successful one: the state may be outdated. */
  private isCurrent = true;
  /** Encoded initial frames of this version, by audience and the version from which the client resumes. */
  private readonly initialFrames = new FrameCache();

  constructor(
    readonly scope: Pick<Scope, "organisationId" | "mode">,
    readonly sessionId: Id<"session">,
    /** Called whenever the subscribers have been sent figures of a closed session. */
    private readonly onClosed: (feed: SessionFeed) => void = () => undefined,
  ) {}

  /** Schedules a read within a tick, because the session has or may have changed. */
  markDirty(): void {
    if (this.subscribers.size === 0 || this.timer) return;
    const tickMs = TICK_MS + TICK_MS_PER_SUBSCRIBER * this.subscribers.size;
    const waitMs = Math.max(0, this.lastReadAt + tickMs - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // A failure stops the heartbeat, and the next poll retries.
      void this.refresh().catch(() => undefined);
    }, waitMs);
  }

  /** Reads the session's current state; concurrent callers share one read. Throws `Failure("not_found")`. */
  async refresh(): Promise<void> {
    await this.reading?.catch(() => undefined);
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Polls for changes whose notification was lost, and re-reads the context of the figures. */
  async poll(): Promise<void> {
    if (this.subscribers.size === 0) return;
    try {
      const context = await this.readContext();
      const state = assertDefined(this.state, "a feed with subscribers has been read");
      if (context.version !== state.snapshot.version) return await this.refresh();
      const before = this.fingerprint();
      Object.assign(state, { context, snapshot: { ...state.snapshot, at: context.at } });
      this.setClock(context.at);
      this.isCurrent = true;
      if (this.fingerprint() !== before) this.broadcast({ ...this.update(), since: Number(context.version) });
    } catch {
      this.isCurrent = false;
    }
  }

  /** Sends a heartbeat that confirms the current version to all subscribers; does nothing after a failed read. */
  sendHeartbeat(): void {
    if (!this.state || !this.isCurrent || this.subscribers.size === 0) return;
    const frame = this.currentHeartbeat();
    for (const subscriber of this.subscribers) subscriber.send(frame);
  }

  private currentHeartbeat(): Frame {
    return heartbeatFrame(
      new Date(Date.now() + this.clockAheadMs),
      Number(this.currentState().snapshot.version),
    );
  }

  /** Returns the full state at one version. */
  async getFullUpdate(): Promise<Update> {
    await this.refresh();
    return { ...this.update(), rows: this.currentState().history.newest, minutes: this.lastMinutes() };
  }

  /**
   * Adds a subscriber. Sends it the changes since `seen`, or the full state, and a heartbeat; then every change.
   */
  async subscribe(subscriber: Subscriber, seen: Cursor | undefined): Promise<void> {
    await this.refresh();
    subscriber.send(this.initialFrame(subscriber.audience, seen));
    subscriber.send(this.currentHeartbeat());
    this.subscribers.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
    if (this.subscribers.size > 0) return;
    this.initialFrames.clear();
    this.stop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private currentState(): FeedState {
    return assertDefined(this.state, "the feed has been read");
  }

  private lastMinutes() {
    const { activity, snapshot } = this.currentState();
    return activity.lastMinutes(MAX_MINUTES, snapshot.at);
  }

  private setClock(at: Date): void {
    this.clockAheadMs = at.getTime() - Date.now();
  }

  /** An update with the current figures and no rows. */
  private update(): Update {
    const { snapshot, context, activity } = this.currentState();
    const figures = computeFigures(this.sessionId, snapshot, context, activity);
    return { since: null, figures, rows: [], refetch: false, minutes: [] };
  }

  /** A fingerprint of the figures without their time, to detect changes of the context. */
  private fingerprint(): string {
    const { as_of: _, ...figures } = this.update().figures;
    return JSON.stringify(figures, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  }

  private broadcast(update: Update): void {
    this.initialFrames.clear();
    const frames: Partial<Record<Audience, Frame>> = {};
    for (const subscriber of this.subscribers) {
      const frame = frames[subscriber.audience] ?? updateFrame(update, subscriber.audience);
      frames[subscriber.audience] = frame;
      subscriber.send(frame);
    }
    if (update.figures.status === "closed") this.onClosed(this);
  }

  private initialFrame(audience: Audience, seen: Cursor | undefined): Frame {
    const since = this.findResumableVersion(seen);
    const isReset = seen !== undefined && since === undefined;
    const key = `${audience} ${since ?? (isReset ? "reset" : "new")}`;
    return this.initialFrames.get(key, () =>
      updateFrame({ ...this.catchUp(since), refetch: isReset }, audience),
    );
  }

  /** Returns the version of a client's cursor if the changes since it are known; otherwise the client gets the full state. */
  private findResumableVersion(seen: Cursor | undefined): number | undefined {
    const { snapshot, history } = this.currentState();
    if (!seen || seen.version > snapshot.version) return undefined;
    const version = Number(seen.version);
    return history.reachesBackTo(version) ? version : undefined;
  }

  /** The changes since a resumable version, or the full state. */
  private catchUp(since: number | undefined): Update {
    const { snapshot, history } = this.currentState();
    const update = this.update();
    if (since === Number(snapshot.version)) return { ...update, since };
    const minutes = this.lastMinutes();
    if (since === undefined) return { ...update, rows: history.newest, minutes };
    return { ...update, since, rows: history.changesSince(since), minutes };
  }

  private async read(): Promise<void> {
    this.lastReadAt = performance.now();
    try {
      const before = this.state;
      if (before) await this.readNext(before);
      else await this.readInitial();
      this.isCurrent = true;
    } catch (thrown) {
      this.isCurrent = false;
      throw thrown;
    }
  }

  private async readInitial(): Promise<void> {
    const { scope, sessionId } = this;
    const initial = await asOrganisation(scope.organisationId, (db) =>
      readInitialState(db, scope, sessionId),
    );
    const number = initial.lastNumber - BigInt(MAX_ROWS);
    const sequence = number > 0n ? number : 0n;
    const [snapshot, context] = await Promise.all([
      // No earlier payment is shown, so that no match of one is read.
      this.readSince({ version: initial.version, sequence, matchedThrough: sequence }),
      this.readContext(),
    ]);
    const activity = new RecentActivity(initial);
    activity.apply(snapshot.moved, initial.lastNumber);
    activity.drainChangedMinutes(snapshot.at);
    const history = new RowHistory(snapshot.rows.map(toPaymentJson), Number(snapshot.version));
    this.state = { snapshot, context, activity, history };
    this.setClock(snapshot.at);
    this.broadcast({ ...this.update(), rows: history.newest, refetch: true, minutes: this.lastMinutes() });
  }

  private async readNext(state: FeedState): Promise<void> {
    const { version, lastNumber, matchedThrough } = state.snapshot;
    const snapshot = await this.readSince({ version, sequence: lastNumber, matchedThrough });
    this.setClock(snapshot.at);
    // Without subscribers the context was not polled.
    if (this.subscribers.size === 0) {
      state.context = await this.readContext();
      this.initialFrames.clear();
    }
    if (snapshot.version === version) {
      state.snapshot = { ...state.snapshot, at: snapshot.at };
      return;
    }
    const fresh = snapshot.lastNumber - lastNumber;
    // Too many changes, or a database restored to an earlier version: the cached state is invalid.
    if (snapshot.version < version || snapshot.moved.length >= MAX_CHANGED_PAYMENTS)
      return this.readInitial();
    const rows = snapshot.rows.map(toPaymentJson);
    state.activity.apply(snapshot.moved, lastNumber);
    state.history.apply(rows, Number(snapshot.version), !snapshot.isCut && fresh <= MAX_ROWS);
    state.snapshot = snapshot;
    const minutes = state.activity.drainChangedMinutes(snapshot.at);
    this.broadcast({ ...this.update(), since: Number(version), rows, refetch: snapshot.isCut, minutes });
  }

  private readSince(seen: ReadPosition): Promise<Changes> {
    const { scope, sessionId } = this;
    return asOrganisation(scope.organisationId, (db) => readChanges(db, scope, sessionId, seen));
  }

  private async readContext(): Promise<SessionContext> {
    const { scope, sessionId } = this;
    const context = await asOrganisation(scope.organisationId, (db) =>
      readSessionContext(db, scope, sessionId),
    );
    return assertDefined(context, "sessions are never deleted");
  }
}

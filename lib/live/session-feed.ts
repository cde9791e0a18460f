import type { z } from "zod";
import { assertDefined } from "@/lib/core/assert";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { toPaymentJson } from "@/lib/transactions";
import type { LiveUpdate } from "./contract";
import { figuresOf } from "./figures";
import { readInitialState } from "./initial-state";
import { type Changes, type Cursor, MAX_MOVED, MAX_ROWS, readChanges } from "./read-changes";
import { RecentActivity } from "./recent-activity";
import { RowHistory } from "./row-history";
import { readSessionContext, type SessionContext } from "./session-context";
import { type Audience, type Frame, heartbeatFrame, updateFrame } from "./update";

type Update = z.output<typeof LiveUpdate>;

/** Whom a room tells. */
export interface Subscriber {
  readonly audience: Audience;
  send(frame: Frame): void;
}

/** A read every so often at most, however many payments come: what they change is told together. */
const TICK_MS = 100;
/** Each listener makes the tick so much longer: writing to 500 costs more than reading for them. */
const TICK_MS_A_LISTENER = 0.3;
/** Two days of minutes at most, each some twenty bytes. */
const MAX_MINUTES = 2_880;

/** All that is known of a session at a version. */
interface Known {
  snapshot: Changes;
  around: SessionContext;
  memory: RecentActivity;
  log: RowHistory;
}

/**
 * Where a session is watched: reads it once for all who watch, and tells each what changed. It reads when it is touched
 * or asked, never twice in a tick; while nobody watches it reads nothing, and remembers where it was.
 */
export class SessionFeed {
  readonly listeners = new Set<Subscriber>();
  private known: Known | undefined;
  private reading: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastReadAt = Number.NEGATIVE_INFINITY;
  /** How far the database's clock, which dates the payments, is ahead of this process's. */
  private clockAheadMs = 0;
  /** False from a read that failed until one that did not: what is shown may no longer be so. */
  private isTrue = true;
  /** Greetings of this version, each written once. */
  private readonly greetings = new Map<string, Frame>();

  constructor(
    readonly scope: Pick<Scope, "organisationId" | "mode">,
    readonly sessionId: Id<"session">,
    /** Called whenever those who watch have been sent figures of a closed session. */
    private readonly onClosed: (room: SessionFeed) => void = () => undefined,
  ) {}

  /** The session has changed, or may have: those who watch are told within a tick. */
  touch(): void {
    if (this.listeners.size === 0 || this.timer) return;
    const tickMs = TICK_MS + TICK_MS_A_LISTENER * this.listeners.size;
    const waitMs = Math.max(0, this.lastReadAt + tickMs - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // What went wrong is told by the silence of the heartbeat, and tried again by the next look.
      void this.refresh().catch(() => undefined);
    }, waitMs);
  }

  /** Reads the session as it is from now on, once for all who ask meanwhile. Throws `Failure("not_found")`. */
  async refresh(): Promise<void> {
    await this.reading?.catch(() => undefined);
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Looks whether anything changed that nobody told of, and at what stands around the figures. */
  async look(): Promise<void> {
    if (this.listeners.size === 0) return;
    try {
      const around = await this.readAround();
      const known = assertDefined(this.known, "who listens has been greeted");
      if (around.version !== known.snapshot.version) return await this.refresh();
      const before = this.tellable();
      Object.assign(known, { around, snapshot: { ...known.snapshot, at: around.at } });
      this.setClock(around.at);
      this.isTrue = true;
      if (this.tellable() !== before) this.tell({ ...this.update(), since: Number(around.version) });
    } catch {
      this.isTrue = false;
    }
  }

  /** Lets everybody know that what they see is true now; says nothing where it may not be. */
  beat(): void {
    if (!this.known || !this.isTrue || this.listeners.size === 0) return;
    const frame = this.beatNow();
    for (const listener of this.listeners) listener.send(frame);
  }

  private beatNow(): Frame {
    return heartbeatFrame(new Date(Date.now() + this.clockAheadMs), Number(this.here().snapshot.version));
  }

  /** Everything at one version, as a page begins with. */
  async whole(): Promise<Update> {
    await this.refresh();
    return { ...this.update(), rows: this.here().log.newest, minutes: this.lastMinutes() };
  }

  /**
   * Begins to tell a listener: first what was missed since `seen`, or everything, and what time it is, then every
   * change.
   */
  async join(listener: Subscriber, seen: Cursor | undefined): Promise<void> {
    await this.refresh();
    listener.send(this.greeting(listener.audience, seen));
    listener.send(this.beatNow());
    this.listeners.add(listener);
  }

  leave(listener: Subscriber): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) this.stop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private here(): Known {
    return assertDefined(this.known, "a room that was read knows");
  }

  private lastMinutes() {
    const { memory, snapshot } = this.here();
    return memory.lastMinutes(MAX_MINUTES, snapshot.at);
  }

  private setClock(at: Date): void {
    this.clockAheadMs = at.getTime() - Date.now();
  }

  /** The figures with nothing that moved. */
  private update(): Update {
    const { snapshot, around, memory } = this.here();
    const figures = figuresOf(this.sessionId, snapshot, around, memory);
    return { since: null, figures, rows: [], refetch: false, minutes: [] };
  }

  /** What a change of the surroundings would change, in one text. */
  private tellable(): string {
    const { as_of: _, ...figures } = this.update().figures;
    return JSON.stringify(figures, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  }

  private tell(update: Update): void {
    this.greetings.clear();
    const frames: Partial<Record<Audience, Frame>> = {};
    for (const listener of this.listeners) {
      const frame = frames[listener.audience] ?? updateFrame(update, listener.audience);
      frames[listener.audience] = frame;
      listener.send(frame);
    }
    if (update.figures.status === "closed") this.onClosed(this);
  }

  private greeting(audience: Audience, seen: Cursor | undefined): Frame {
    const key = `${audience} ${seen?.version} ${seen?.number}`;
    const frame = this.greetings.get(key) ?? updateFrame(this.catchUp(seen), audience);
    this.greetings.set(key, frame);
    return frame;
  }

  private catchUp(seen: Cursor | undefined): Update {
    const { snapshot, log } = this.here();
    const update = this.update();
    const since = seen && Number(seen.version);
    if (since === Number(snapshot.version)) return { ...update, since };
    const minutes = this.lastMinutes();
    const missed = since === undefined || since > snapshot.version ? undefined : log.since(since);
    if (since === undefined || !missed) return { ...update, rows: log.newest, minutes, refetch: !!seen };
    return { ...update, since, rows: missed, minutes };
  }

  private async read(): Promise<void> {
    this.lastReadAt = performance.now();
    try {
      const before = this.known;
      if (before) await this.readOn(before);
      else await this.begin();
      this.isTrue = true;
    } catch (thrown) {
      this.isTrue = false;
      throw thrown;
    }
  }

  private async begin(): Promise<void> {
    const { scope, sessionId } = this;
    const opening = await asOrganisation(scope.organisationId, (db) =>
      readInitialState(db, scope, sessionId),
    );
    const number = opening.lastNumber - BigInt(MAX_ROWS);
    const [snapshot, around] = await Promise.all([
      this.readSince({ version: opening.version, number: number > 0n ? number : 0n }),
      this.readAround(),
    ]);
    const memory = new RecentActivity(opening);
    memory.take(snapshot.moved, opening.lastNumber);
    memory.takeTouched(snapshot.at);
    const log = new RowHistory(snapshot.rows.map(toPaymentJson), Number(snapshot.version));
    this.known = { snapshot, around, memory, log };
    this.setClock(snapshot.at);
    this.tell({ ...this.update(), rows: log.newest, refetch: true, minutes: this.lastMinutes() });
  }

  private async readOn(known: Known): Promise<void> {
    const { version, lastNumber } = known.snapshot;
    const snapshot = await this.readSince({ version, number: lastNumber });
    this.setClock(snapshot.at);
    // Nobody has looked around since the last one left.
    if (this.listeners.size === 0) {
      known.around = await this.readAround();
      this.greetings.clear();
    }
    if (snapshot.version === version) {
      known.snapshot = { ...known.snapshot, at: snapshot.at };
      return;
    }
    const fresh = snapshot.lastNumber - lastNumber;
    // More than can be followed, or a database that was set back: what is remembered no longer holds.
    if (snapshot.version < version || snapshot.moved.length >= MAX_MOVED) return this.begin();
    const rows = snapshot.rows.map(toPaymentJson);
    known.memory.take(snapshot.moved, lastNumber);
    known.log.take(rows, Number(snapshot.version), !snapshot.isCut && fresh <= MAX_ROWS);
    known.snapshot = snapshot;
    const minutes = known.memory.takeTouched(snapshot.at);
    this.tell({ ...this.update(), since: Number(version), rows, refetch: snapshot.isCut, minutes });
  }

  private readSince(seen: Cursor): Promise<Changes> {
    const { scope, sessionId } = this;
    return asOrganisation(scope.organisationId, (db) => readChanges(db, scope, sessionId, seen));
  }

  private async readAround(): Promise<SessionContext> {
    const { scope, sessionId } = this;
    const around = await asOrganisation(scope.organisationId, (db) =>
      readSessionContext(db, scope, sessionId),
    );
    return assertDefined(around, "a session never goes");
  }
}

import { describeError } from "@/lib/core/describe-error";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, listen } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import type { EndReason } from "./contract";
import { RECENT_STEP_MS } from "./recent";
import { SessionFeed, type Subscriber } from "./session-feed";

/** By what somebody watches: a sign-in or a wall's link. When it ends, so does the watching. */
export type AccessGrant = SignInGrant | WallboardGrant;

interface SignInGrant {
  id: Id<"signIn">;
  /** Whether it still lets its holder in. */
  isGood(): Promise<boolean>;
}

interface WallboardGrant {
  id: Id<"wallLink">;
  /** Why it lets its holder in no longer; undefined while it does. */
  findEnd(): Promise<EndReason | undefined>;
}

/** Whether somebody watches by a wallboard link, and not by a sign-in. */
export const isLink = (pass: AccessGrant): pass is WallboardGrant => "findEnd" in pass;

/** Somebody who watches. */
export interface Watcher extends Subscriber {
  pass: AccessGrant;
  /** Ends the stream; a reason is sent before. */
  end(reason?: EndReason): void;
}

/** A screen that hears nothing for five seconds says so: it may miss one beat. */
const BEAT_MS = 2_000;
/**
 * How often rooms look for themselves: how late a screen is when no notification comes. On whole multiples of the clock
 * and a moment after, for that is when the last five minutes move on.
 */
const LOOK_MS = RECENT_STEP_MS;
const LOOK_AFTER_MS = 20;
/**
 * Streams of one sign-in or one wallboard link. The oldest gives way to the newest, which somebody looks at now; a stream
 * whose client is gone without a word is among the oldest.
 */
const MAX_STREAMS_PER_PASS = 6;
/** How often passes are looked at, should the word of an end be lost. */
const CHECK_MS = 30_000;
/** Rooms that nobody watches, of which the one left longest ago is forgotten first: a reload finds its own again. */
const MAX_EMPTY = 200;

/** The rooms of this process, what wakes them, and who may stay in them. */
export class FeedRegistry {
  private readonly rooms = new Map<Id<"session">, SessionFeed>();
  private readonly watchers = new Map<Watcher, SessionFeed>();
  private timers: NodeJS.Timeout[] = [];
  private looking: NodeJS.Timeout | undefined;
  private isListening = false;

  /**
   * The room of a session that is the caller's. Throws `Failure("not_found")` where it is another's or unknown: a room is
   * made only for a session that the database says is the caller's, so that nobody's question changes what others get.
   */
  async room(scope: Scope, sessionId: Id<"session">): Promise<SessionFeed> {
    const { organisationId, mode } = scope;
    if (!this.rooms.has(sessionId))
      await asOrganisation(organisationId, (db) => requireSession(db, scope, sessionId));
    this.wake();
    const room =
      this.rooms.get(sessionId) ??
      new SessionFeed({ organisationId, mode }, sessionId, (closed) => this.endLinks(closed));
    if (room.scope.organisationId !== organisationId || room.scope.mode !== mode) throw notFound("session");
    // Set anew: a map keeps the order of its making.
    this.rooms.delete(sessionId);
    this.rooms.set(sessionId, room);
    this.forgetEmpty();
    return room;
  }

  /** Remembers who watches, until `leave`. Where a pass has its most streams already, its oldest ends. */
  enter(watcher: Watcher, room: SessionFeed): void {
    const own = [...this.watchers.keys()].filter(({ pass }) => pass.id === watcher.pass.id);
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MAX_STREAMS_PER_PASS)))
      oldest.end("replaced");
    this.watchers.set(watcher, room);
  }

  leave(watcher: Watcher): void {
    this.watchers.get(watcher)?.leave(watcher);
    this.watchers.delete(watcher);
  }

  /** How many streams are open. */
  get size(): number {
    return this.watchers.size;
  }

  /** Ends every stream, and all that would keep the process awake or ask the database. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    clearTimeout(this.looking);
    for (const watcher of [...this.watchers.keys()]) watcher.end();
    for (const room of this.rooms.values()) room.stop();
    this.rooms.clear();
  }

  private wake(): void {
    if (this.timers.length > 0) return;
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref();
    const forAll = (work: (room: SessionFeed) => void) => () => this.rooms.forEach(work);
    this.timers = [
      every(
        BEAT_MS,
        forAll((room) => room.beat()),
      ),
      every(CHECK_MS, () => void this.checkPasses()),
    ];
    this.lookNext();
    if (this.isListening) return;
    this.isListening = true;
    const touchAll = forAll((room) => room.touch());
    listen("takings", (sessionId) => this.rooms.get(sessionId as Id<"session">)?.touch(), touchAll);
    listen(
      "takings_signed_out",
      (passId) => this.endPass(passId, "revoked"),
      () => void this.checkPasses(),
    );
  }

  /** Has every room look at the next whole multiple of the clock, and so on. */
  private lookNext(): void {
    const waitMs = LOOK_MS - (Date.now() % LOOK_MS) + LOOK_AFTER_MS;
    this.looking = setTimeout(() => {
      this.lookNext();
      for (const room of this.rooms.values()) void room.look();
    }, waitMs).unref();
  }

  private endPass(passId: string, reason: EndReason): void {
    for (const watcher of [...this.watchers.keys()])
      if (watcher.pass.id === passId) watcher.end(isLink(watcher.pass) ? reason : undefined);
  }

  /** Ends the screens that a link let in to a session which has closed; they have been sent its final figures. */
  private endLinks(closed: SessionFeed): void {
    for (const [watcher, room] of [...this.watchers])
      if (room === closed && isLink(watcher.pass)) watcher.end("closed");
  }

  /** Asks of each pass once whether it is still good; where that cannot be told, it stays. */
  async checkPasses(): Promise<void> {
    const passes = new Map([...this.watchers.keys()].map(({ pass }) => [pass.id, pass]));
    for (const [id, pass] of passes) {
      try {
        const reason = isLink(pass) ? await pass.findEnd() : (await pass.isGood()) ? undefined : "revoked";
        if (reason) this.endPass(id, reason);
      } catch (thrown) {
        log.warn({ reason: describeError(thrown) }, "who watches could not be checked");
        return;
      }
    }
  }

  private forgetEmpty(): void {
    const empty = [...this.rooms.values()].filter(({ listeners }) => listeners.size === 0);
    for (const room of empty.slice(0, -MAX_EMPTY)) this.rooms.delete(room.sessionId);
  }
}

/** The one hub of this process. */
export const feedRegistry = () => singleton("live", () => new FeedRegistry());

import { describeError } from "@/lib/core/errors/describe-error";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, listen } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import type { EndReason } from "../contract";
import { RECENT_STEP_MS } from "./recent";
import { SessionFeed, type Subscriber } from "./session-feed";

/** The credential that a stream was opened with: a sign-in or a wallboard link. When it ends, its streams end. */
export type AccessGrant = SignInGrant | WallboardGrant;

interface SignInGrant {
  id: Id<"signIn">;
  /** Whether the sign-in is still valid. */
  isValid(): Promise<boolean>;
}

interface WallboardGrant {
  id: Id<"wallboardLink">;
  /** The reason why the link is no longer valid; `undefined` while it is valid. */
  findEndReason(): Promise<EndReason | undefined>;
}

/** Whether a grant is a wallboard link and not a sign-in. */
export const isWallboardGrant = (grant: AccessGrant): grant is WallboardGrant => "findEndReason" in grant;

/** One open stream. */
export interface StreamSubscriber extends Subscriber {
  grant: AccessGrant;
  /** Ends the stream; a reason is sent first. */
  end(reason?: EndReason): void;
}

/** Heartbeat interval. A client shows a warning after five seconds without a message, so one heartbeat may be lost. */
const HEARTBEAT_MS = 2_000;
/**
 * Poll interval of the feeds: the maximum delay of a screen if a database notification is lost. Polls run just after
 * multiples of the clock, because that is when the "last five minutes" advance.
 */
const POLL_MS = RECENT_STEP_MS;
const POLL_OFFSET_MS = 20;
/**
 * Maximum streams per sign-in or wallboard link. A new stream replaces the oldest one; streams whose client disappeared
 * without closing are among the oldest.
 */
const MAX_STREAMS_PER_GRANT = 6;
/** How often grants are checked, in case the notification of an end was lost. */
const GRANT_CHECK_MS = 30_000;
/** Maximum cached feeds without subscribers, evicted least recently used first; a page reload reuses its feed. */
const MAX_UNWATCHED = 200;

/** The session feeds of this process, their timers and database listeners, and the open streams with their grants. */
export class FeedRegistry {
  private readonly feeds = new Map<Id<"session">, SessionFeed>();
  private readonly subscribers = new Map<StreamSubscriber, SessionFeed>();
  private timers: NodeJS.Timeout[] = [];
  private pollTimer: NodeJS.Timeout | undefined;
  private isListening = false;

  /**
   * Returns the feed of a session, creating it if needed. Throws `Failure("not_found")` if the session is unknown or
   * belongs to another organisation or mode; the database is checked before a feed is created, so that a foreign request
   * cannot create a feed with the wrong scope.
   */
  async getFeed(scope: Scope, sessionId: Id<"session">): Promise<SessionFeed> {
    const { organisationId, mode } = scope;
    if (!this.feeds.has(sessionId))
      await asOrganisation(organisationId, (db) => requireSession(db, scope, sessionId));
    this.start();
    const feed =
      this.feeds.get(sessionId) ??
      new SessionFeed({ organisationId, mode }, sessionId, (closed) => this.endWallboardStreams(closed));
    if (feed.scope.organisationId !== organisationId || feed.scope.mode !== mode) throw notFound("session");
    // Re-insert: a map iterates in insertion order, which makes it the LRU order.
    this.feeds.delete(sessionId);
    this.feeds.set(sessionId, feed);
    this.evictUnwatched();
    return feed;
  }

  /** Registers a stream until it is unregistered. If its grant already has the maximum number of streams, the oldest one is ended. */
  register(subscriber: StreamSubscriber, feed: SessionFeed): void {
    const own = [...this.subscribers.keys()].filter(({ grant }) => grant.id === subscriber.grant.id);
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MAX_STREAMS_PER_GRANT)))
      oldest.end("replaced");
    this.subscribers.set(subscriber, feed);
  }

  unregister(subscriber: StreamSubscriber): void {
    this.subscribers.get(subscriber)?.unsubscribe(subscriber);
    this.subscribers.delete(subscriber);
  }

  /** The number of open streams. */
  get size(): number {
    return this.subscribers.size;
  }

  /** Ends all streams and stops all timers and feeds. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    clearTimeout(this.pollTimer);
    for (const subscriber of [...this.subscribers.keys()]) subscriber.end();
    for (const feed of this.feeds.values()) feed.stop();
    this.feeds.clear();
  }

  private start(): void {
    if (this.timers.length > 0) return;
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref();
    const forAll = (work: (feed: SessionFeed) => void) => () => this.feeds.forEach(work);
    this.timers = [
      every(
        HEARTBEAT_MS,
        forAll((feed) => feed.sendHeartbeat()),
      ),
      every(GRANT_CHECK_MS, () => void this.checkGrants()),
    ];
    this.scheduleNextPoll();
    if (this.isListening) return;
    this.isListening = true;
    const markAllDirty = forAll((feed) => feed.markDirty());
    listen("takings", (sessionId) => this.feeds.get(sessionId as Id<"session">)?.markDirty(), markAllDirty);
    listen(
      "takings_signed_out",
      (grantId) => this.endGrant(grantId, "revoked"),
      () => void this.checkGrants(),
    );
  }

  /** Schedules a poll of all feeds after the next multiple of the clock, repeatedly. */
  private scheduleNextPoll(): void {
    const waitMs = POLL_MS - (Date.now() % POLL_MS) + POLL_OFFSET_MS;
    this.pollTimer = setTimeout(() => {
      this.scheduleNextPoll();
      for (const feed of this.feeds.values()) void feed.poll();
    }, waitMs).unref();
  }

  private endGrant(grantId: string, reason: EndReason): void {
    for (const subscriber of [...this.subscribers.keys()])
      if (subscriber.grant.id === grantId)
        subscriber.end(isWallboardGrant(subscriber.grant) ? reason : undefined);
  }

  /** Ends the wallboard streams of a closed session; they have already been sent its final figures. */
  private endWallboardStreams(closed: SessionFeed): void {
    for (const [subscriber, feed] of [...this.subscribers])
      if (feed === closed && isWallboardGrant(subscriber.grant)) subscriber.end("closed");
  }

  /** Checks each grant once and ends the streams of invalid ones. If a check fails, the streams stay open. */
  async checkGrants(): Promise<void> {
    const grants = new Map([...this.subscribers.keys()].map(({ grant }) => [grant.id, grant]));
    for (const [id, grant] of grants) {
      try {
        const reason = isWallboardGrant(grant)
          ? await grant.findEndReason()
          : (await grant.isValid())
            ? undefined
            : "revoked";
        if (reason) this.endGrant(id, reason);
      } catch (thrown) {
        log.warn({ reason: describeError(thrown) }, "checking the grants of live streams failed");
        return;
      }
    }
  }

  private evictUnwatched(): void {
    const unwatched = [...this.feeds.values()].filter(({ subscribers }) => subscribers.size === 0);
    for (const feed of unwatched.slice(0, -MAX_UNWATCHED)) this.feeds.delete(feed.sessionId);
  }
}

/** The feed registry of this process. */
export const feedRegistry = () => singleton("live", () => new FeedRegistry());

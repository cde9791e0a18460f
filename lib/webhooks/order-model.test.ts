/** Guarantee: with several senders in any interleaving, one transaction's events keep the order of its statuses. */
import { expect, test } from "vitest";
import { randomFrom } from "@/lib/cli/simulate/random";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { type ClaimedDelivery, claimDueDeliveries, leaseMs, releaseDeliveries } from "./sending/claim";
import { recordAttempt } from "./sending/record";
import { ABORTED, ACCEPTED, FAILED } from "./testing/attempts";
import { makeDeliveries, makeFinalDelivery, makeOrganisation, replayFailed } from "./testing/deliveries";
import { resumeWebhookEndpoint, webhookEndpointId } from "./webhook-endpoint";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000";
useTestDatabase();

const url = "http://receiver.test/hook";

interface Pair {
  pending: string;
  final: string | undefined;
  /** Whether the first attempt of the pending status has ended. */
  hasEnded: boolean;
  isFinalSent: boolean;
}

/** A model of two independent senders, one endpoint and its transactions. */
function openModel(scope: Scope, below: (limit: number) => number) {
  const pairs: Pair[] = [];
  const inFlight: ClaimedDelivery[][] = [[], []];
  const endpoint = webhookEndpointId(scope, url);
  const mine = (sender: number) => assertDefined(inFlight[sender], "there are two senders");
  const take = (sender: number): ClaimedDelivery | undefined =>
    mine(sender).splice(below(mine(sender).length), 1)[0];

  function check(claimed: ClaimedDelivery): void {
    const pair = assertDefined(
      pairs.find(({ pending, final }) => claimed.id === pending || claimed.id === final),
      "the model inserted it",
    );
    if (claimed.id !== pair.final) return;
    if (claimed.attemptNumber === 1)
      expect(pair, "the earlier status's first attempt").toMatchObject({ hasEnded: true });
    pair.isFinalSent = true;
  }

  const setEnded = (id: string, hasEnded: boolean) => {
    const pair = pairs.find(({ pending }) => pending === id);
    if (pair) pair.hasEnded = hasEnded;
  };

  const verbs = {
    async write() {
      const [pending = ""] = await makeDeliveries({ ...scope, url, status: "pending" });
      pairs.push({ pending, final: undefined, hasEnded: false, isFinalSent: false });
    },
    async finish() {
      const waiting = pairs.filter(({ final }) => final === undefined);
      const pair = waiting[below(waiting.length)];
      if (pair) pair.final = await makeFinalDelivery(pair.pending);
    },
    async claim(sender: number) {
      const room = { slots: 1 + below(6), endpoints: [{ id: endpoint, room: 1 + below(5) }], origins: [] };
      const claimed = await claimDueDeliveries(room);
      for (const one of claimed) check(one);
      mine(sender).push(...claimed);
    },
    async end(sender: number) {
      const one = take(sender);
      if (!one) return;
      const attempt = assertDefined([ACCEPTED, FAILED, FAILED, ABORTED][below(4)], "there are four");
      await recordAttempt(one, attempt);
      if (attempt !== ABORTED) setEnded(one.id, true);
    },
    async release(sender: number) {
      const one = take(sender);
      if (one) await releaseDeliveries([one]);
    },
    /** Expires every lease; results may still arrive late. */
    async expire() {
      await systemDb()
        .sql`update webhook_deliveries set due_at = due_at - ${leaseMs()} * interval '1 millisecond'`;
      await systemDb()
        .sql`update webhook_endpoints set next_probe_at = next_probe_at - ${leaseMs()} * interval '1 millisecond'`;
      for (const { id } of inFlight.flat()) setEnded(id, true);
    },
    async change() {
      const health = assertDefined(["healthy", "failing", "paused"][below(3)], "there are three");
      await systemDb().sql`
        update webhook_endpoints set health = ${health}, failures = 0,
          pause_reason = case when ${health} = 'paused' then 'manual' end,
          next_probe_at = case when ${health} = 'failing' then clock_timestamp() end
        where id = ${endpoint}`;
    },
    async retry() {
      await systemDb().sql`
        update webhook_deliveries d set due_at = clock_timestamp() - interval '1 second' where state = 'pending' and exists (
          select from webhook_attempts a where a.session_id = d.session_id and a.delivery_id = d.id and a.number = d.attempt_count)`;
    },
    async replay() {
      const failed = await systemDb().sql<
        { id: string }[]
      >`select id from webhook_deliveries where state = 'failed'`;
      await replayFailed(scope, { since: new Date(0) });
      for (const { id } of failed) setEnded(id, false);
    },
  };

  /** Sends every waiting event; no lease is left to wait for. */
  async function drain() {
    await verbs.expire();
    for (const lost of inFlight) lost.length = 0;
    while (pairs.some(({ final }) => final === undefined)) await verbs.finish();
    await resumeWebhookEndpoint(scope, endpoint);
    for (let turn = 0; turn < 1_000 && pairs.some(({ isFinalSent }) => !isFinalSent); turn++) {
      await verbs.claim(below(2));
      const one = take(below(2));
      if (one) await recordAttempt(one, ACCEPTED);
      if (one) setEnded(one.id, true);
    }
    expect(pairs.filter(({ isFinalSent }) => !isFinalSent)).toEqual([]);
  }
  return { verbs, drain };
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  "first attempts by two senders keep the order of statuses, and every event is sent (seed %i)",
  async (seed) => {
    const below = randomFrom(seed).whole;
    const scope: Scope = { ...(await makeOrganisation()), mode: "test" };
    const { verbs, drain } = openModel(scope, below);
    const { write, finish, claim, end, release, expire, change, retry, replay } = verbs;
    const steps = [write, write, finish, finish, claim, claim, claim, end, end, end, release, retry];
    await systemDb().sql`delete from webhook_deliveries`;
    for (let step = 0; step < 120; step++) {
      const rare = [expire, change, replay][below(30)];
      const verb = rare ?? assertDefined(steps[below(steps.length)], "there are twelve");
      await verb(below(2));
    }
    await drain();
  },
);

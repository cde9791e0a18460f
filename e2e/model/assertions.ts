import assert from "node:assert/strict";
import fc from "fast-check";
import { expect } from "../fixtures";
import { office } from "./cli-actions";
import { compareSession } from "./compare";
import { Play } from "./executor";
import { describe, type World, worlds } from "./generator";
import type { Session } from "./model";
import { referenceOf } from "./notices";
import type { Stage } from "./stage";

/** Worlds played beside one another: enough that the service is never idle. */
const LANES = 4;

/**
 * Plays so many worlds, each from its own seed, and compares the API with the model after every step. Rejects with
 * each seed that failed and the shortest sequence of steps that was found to fail in its stead, in words.
 */
export async function expectAgreement(
  place: Stage,
  { sequences, seed, timeLimitMs }: { sequences: number; seed: number; timeLimitMs: number },
): Promise<void> {
  const property = fc.asyncProperty(worlds, (world) => playWorld(place, world));
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(property, {
      seed: seed + lane,
      numRuns: Math.ceil(sequences / LANES),
      interruptAfterTimeLimit: timeLimitMs,
      markInterruptAsFailure: true,
    }),
  );
  const failed = (await Promise.all(lanes)).filter((lane) => lane.failed);
  if (failed.length > 0) throw new Error(failed.map(reportOf).join("\n\n"));
}

function reportOf(run: fc.RunDetails<[World]>): string {
  const [world] = run.counterexample ?? [];
  const found = run.errorInstance instanceof Error ? run.errorInstance.message : "the time is up";
  return [
    `Seed ${run.seed}, sequence ${run.numRuns}, shrunk ${run.numShrinks} times (path ${run.counterexamplePath}):`,
    world ? describe(world) : "no sequence failed",
    found,
  ].join("\n");
}

/** Plays a world from its beginning to its end. Rejects, telling after which step, where API and model differ. */
export async function playWorld(place: Stage, { payments, steps }: World): Promise<void> {
  const play = new Play(place, payments);
  const { model, seen, mark } = play;
  const compare = async (where: string, sessions: Iterable<Session>) => {
    try {
      await Promise.all([...sessions].map((session) => compareSession(place.api, model, seen, session)));
      assert.deepEqual(await office.exceptionsAbout(mark), model.exceptions.lines(), "the exceptions");
    } catch (thrown) {
      throw new Error(`${where}: ${thrown instanceof Error ? thrown.message : thrown}`);
    }
    model.touched.clear();
  };
  await play.begin();
  for (const [position, step] of steps.entries()) {
    try {
      await play.take(step);
    } catch (thrown) {
      throw new Error(`at step ${position + 1}: ${thrown instanceof Error ? thrown.message : thrown}`);
    }
    await compare(`after step ${position + 1}`, model.touched);
  }
  await compare("at the end", model.sessions);
  for (const { id } of model.sessions) {
    const { differences } = await office.verifyTotals({ sessionId: id as `ses_${string}` });
    assert.deepEqual(differences, [], "at the end: verify");
    assert.deepEqual(await office.recordedAfterClose(id), [], "at the end: recorded after the close");
  }
  await expectEvents(place, play);
}

/** Each status that a payment reached was told once: under one id, however often it was sent. */
async function expectEvents({ receiver }: Stage, { model, seen, mark }: Play): Promise<void> {
  const due = model.sessions.flatMap(({ id, events }) =>
    events.map((event) => `${id} ${seen.ids.get(referenceOf(event))} ${event.status}`),
  );
  const told = () => {
    const mine = receiver.received.filter(({ url }) => url.endsWith(mark));
    const byId = new Map(
      mine.map(({ headers, body }) => {
        const { session_id, data } = JSON.parse(body.toString());
        return [headers["webhook-id"], `${session_id} ${data.id} ${data.status}`];
      }),
    );
    return [...byId.values()].sort();
  };
  await expect.poll(told, { intervals: [20, 50, 100, 250] }).toEqual(due.sort());
}

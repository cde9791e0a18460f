import assert from "node:assert/strict";
import fc from "fast-check";
import { expect } from "../fixtures";
import { cliActions } from "./cli-actions";
import { compareSession } from "./compare";
import { sequences as anySequence, formatSequence, type Sequence } from "./generator";
import type { Session } from "./model";
import { referenceOf } from "./notifications/notifications";
import { SequenceRun } from "./sequence-run";
import type { TestSystem } from "./test-system";

/** Sequences run in parallel: enough that the service is never idle. */
const PARALLEL_SEQUENCES = 4;

/**
 * Runs this many random sequences, each from its own seed, and compares the API with the model after every step.
 * Rejects with each failed seed and the shortest failing sequence of steps that shrinking found, as text.
 */
export async function expectModelMatches(
  place: TestSystem,
  { sequences, seed, timeLimitMs }: { sequences: number; seed: number; timeLimitMs: number },
): Promise<void> {
  const property = fc.asyncProperty(anySequence, (sequence) => runSequence(place, sequence));
  const workers = Array.from({ length: PARALLEL_SEQUENCES }, (_, lane) =>
    fc.check(property, {
      seed: seed + lane,
      numRuns: Math.ceil(sequences / PARALLEL_SEQUENCES),
      interruptAfterTimeLimit: timeLimitMs,
      markInterruptAsFailure: true,
    }),
  );
  const failed = (await Promise.all(workers)).filter((lane) => lane.failed);
  if (failed.length > 0) throw new Error(failed.map(reportOf).join("\n\n"));
}

function reportOf(run: fc.RunDetails<[Sequence]>): string {
  const [world] = run.counterexample ?? [];
  const found = run.errorInstance instanceof Error ? run.errorInstance.message : "the time is up";
  return [
    `Seed ${run.seed}, sequence ${run.numRuns}, shrunk ${run.numShrinks} times (path ${run.counterexamplePath}):`,
    world ? formatSequence(world) : "no sequence failed",
    found,
  ].join("\n");
}

/** Runs one sequence. Rejects with the number of the step after which API and model differ. */
async function runSequence(place: TestSystem, { payments, steps }: Sequence): Promise<void> {
  const play = new SequenceRun(place, payments);
  const { model, seen, mark } = play;
  const compare = async (where: string, sessions: Iterable<Session>) => {
    try {
      await Promise.all([...sessions].map((session) => compareSession(place.api, model, seen, session)));
      assert.deepEqual(await cliActions.exceptionsAbout(mark), model.exceptions.lines(), "the exceptions");
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
    const { differences } = await cliActions.verifyTotals({ sessionId: id as `ses_${string}` });
    assert.deepEqual(differences, [], "at the end: verify");
    assert.deepEqual(await cliActions.recordedAfterClose(id), [], "at the end: recorded after the close");
  }
  await expectEvents(place, play);
}

/** Each status that a payment reached was sent as one event id, however many attempts there were. */
async function expectEvents({ receiver }: TestSystem, { model, seen, mark }: SequenceRun): Promise<void> {
  const due = model.sessions.flatMap(({ id, events }) =>
    events.map((event) => `${id} ${seen.ids.get(referenceOf(event))} ${event.status}`),
  );
  const receivedEvents = () => {
    const mine = receiver.received.filter(({ url }) => url.endsWith(mark));
    const byId = new Map(
      mine.map(({ headers, body }) => {
        const { session_id, data } = JSON.parse(body.toString());
        return [headers["webhook-id"], `${session_id} ${data.id} ${data.status}`];
      }),
    );
    return [...byId.values()].sort();
  };
  await expect.poll(receivedEvents, { intervals: [20, 50, 100, 250] }).toEqual(due.sort());
}

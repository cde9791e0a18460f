import fc from "fast-check";
import { type Place, playWorld } from "./play";
import { describe, type World, worlds } from "./world";

/** Worlds played beside one another: enough that the service is never idle. */
const LANES = 4;

/**
 * Plays so many worlds, each from its own seed, and compares the API with the model after every step. Rejects with
 * the seed and the shortest sequence of steps that was found to fail in its stead, in words.
 */
export async function expectAgreement(
  place: Place,
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
  const failed = (await Promise.all(lanes)).find((lane) => lane.failed);
  if (failed) throw new Error(reportOf(failed));
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

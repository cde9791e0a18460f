import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Creates a function whose promises resolve one by one, in the order of the calls, each in an iteration of the event loop of
 * its own. A burst of refusals that wait for their turn delays another request by one refusal at each of its steps.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}

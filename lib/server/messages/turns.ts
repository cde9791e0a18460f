import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Creates a function whose promises resolve one by one, in the order of the calls, each in an iteration of the event loop of
 * its own. If the refusals of a burst wait for their turn, another request waits for one refusal in each iteration it needs.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}

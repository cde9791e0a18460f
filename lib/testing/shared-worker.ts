import { afterAll, afterEach, vi } from "vitest";
import { clearSingletons } from "@/lib/process-singleton";
import { closeOpened } from "./after-test";

/*
 * Test files share their workers, because loading all modules again for each file takes as long as the tests. Before and
 * after each file the process is as at its start: environment, timers, globals, spies and process-wide values. Variables
 * of modules stay, and work that a file left in progress goes on: a file that these could disturb has a worker of its own
 * (`suite/isolated.mjs`).
 */
const environment = { ...process.env };

clearSingletons();
afterEach(closeOpened);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearSingletons();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

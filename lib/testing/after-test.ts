/** What the tests of this process opened and did not yet close. */
const open: (() => unknown)[] = [];

/**
 * Calls `close` after the current test; what is opened outside a test is closed after the next one. A helper module
 * registers no hook of its own: it is loaded once for all test files of a worker, so the hook would belong to the first.
 */
export function afterTest(close: () => unknown): void {
  open.push(close);
}

/** Closes what was opened last first. Each test calls it at its end (`shared-worker.ts`). */
export async function closeOpened(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

import { vi } from "vitest";
import { WAIT_LIMIT_MS } from "./suite/wait-limit.mjs";

/** Repeats a check until it no longer throws. Returns its value. */
export const eventually = <T>(check: () => T | Promise<T>, timeoutMs = WAIT_LIMIT_MS): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 20 });

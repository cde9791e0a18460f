import type { Attempt } from "../attempts/attempt";

const attempt = (result: Partial<Attempt>): Attempt => ({
  ok: false,
  startedAt: new Date(),
  durationMs: 1,
  status: undefined,
  error: undefined,
  excerpt: undefined,
  isAborted: false,
  ...result,
});

/** Attempts as a sender records them, by result. */
export const ACCEPTED = attempt({ ok: true, status: 200 });
export const FAILED = attempt({ status: 500, error: "The receiver answered 500." });
export const GONE = attempt({ status: 410, error: "The receiver answered 410." });
export const ABORTED = attempt({ isAborted: true, error: "The service stopped." });

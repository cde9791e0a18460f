import type { Attempt } from "../attempt";

const ended = (how: Partial<Attempt>): Attempt => ({
  ok: false,
  startedAt: new Date(),
  durationMs: 1,
  status: undefined,
  error: undefined,
  excerpt: undefined,
  isCutShort: false,
  ...how,
});

/** Attempts as a sender records them, by how they ended. */
export const ACCEPTED = ended({ ok: true, status: 200 });
export const FAILED = ended({ status: 500, error: "The receiver answered 500." });
export const GONE = ended({ status: 410, error: "The receiver answered 410." });
export const CUT_SHORT = ended({ isCutShort: true, error: "The service stopped." });

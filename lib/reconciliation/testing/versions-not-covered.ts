import type { NotCovered } from "./not-covered";

const REASON = "selects the rows that an open page reads again";

/** The changes of versions that `verify` does not report. */
export const VERSIONS_NOT_COVERED: readonly NotCovered[] = [
  { column: "sessions.details_version", change: "any", reason: REASON },
  { column: "session_states.version", changes: ["more"], change: "to a higher one", reason: REASON },
  {
    column: "session_states.version",
    changes: ["less"],
    where:
      "not exists (select from transactions x where x.session_id = t.session_id and x.updated_in_version = t.version)",
    change: "to a lower one, not below that of a payment",
    reason: REASON,
  },
  { column: "session_states.assignments_version", change: "any", reason: REASON },
  {
    column: "transactions.updated_in_version",
    changes: ["more"],
    where:
      "not exists (select from session_states k where k.session_id = t.session_id and k.version = t.updated_in_version)",
    change: "to a higher one, not above the session's",
    reason: REASON,
  },
  { column: "transactions.updated_in_version", changes: ["less"], change: "to a lower one", reason: REASON },
  {
    column: "transactions.updated_in_version",
    changes: ["none"],
    where: "operator_id is null",
    change: "to null, if no operator is assigned",
    reason: REASON,
  },
  { column: "expected_payment_matches.matched_in_version", change: "any", reason: "nothing reads it" },
];

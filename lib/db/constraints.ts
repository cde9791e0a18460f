/** The unique constraint that a failed statement would have broken; undefined for any other error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const cause = thrown instanceof Error && thrown.cause ? thrown.cause : thrown;
  const isTaken = cause instanceof Error && "code" in cause && cause.code === "23505";
  return isTaken && "constraint_name" in cause ? String(cause.constraint_name) : undefined;
}

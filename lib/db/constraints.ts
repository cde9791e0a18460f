/** Returns the name of the unique constraint that a failed statement violated; undefined for other errors. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const cause = thrown instanceof Error && thrown.cause ? thrown.cause : thrown;
  const isDuplicate = cause instanceof Error && "code" in cause && cause.code === "23505";
  return isDuplicate && "constraint_name" in cause ? String(cause.constraint_name) : undefined;
}

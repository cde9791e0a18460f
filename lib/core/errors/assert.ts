/** Returns a value that the surrounding code guarantees to be defined; throws if it is not. */
export function assertDefined<T>(value: T | null | undefined, guarantee: string): T {
  if (value === null || value === undefined) throw new Error(`Broken guarantee: ${guarantee}`);
  return value;
}

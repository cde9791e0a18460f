/** Narrows a value that the code around it guarantees to be there; throws where the guarantee was wrong. */
export function assertDefined<T>(value: T | null | undefined, guarantee: string): T {
  if (value === null || value === undefined) throw new Error(`Broken guarantee: ${guarantee}`);
  return value;
}

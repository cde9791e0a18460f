/** Narrows a value that the code around it guarantees to be there; throws where the guarantee was wrong. */
export function present<T>(value: T | null | undefined, guarantee: string): T {
  if (value === null || value === undefined) throw new Error(`Broken guarantee: ${guarantee}`);
  return value;
}

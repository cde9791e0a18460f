/**
 * The process-wide values by name, in a property of `globalThis`: the process loads `lib` in two bundles (the HTTP server's
 * and Next's), so module variables are not unique. The casts of values are sound because each name has one type only.
 */
const values = openRegistry(Symbol.for("takings.singletons"));

function openRegistry(key: symbol): Map<string, unknown> {
  const shared: Record<symbol, Map<string, unknown> | undefined> = Object(globalThis);
  const registry = shared[key] ?? new Map<string, unknown>();
  shared[key] = registry;
  return registry;
}

/**
 * Returns the process-wide value of a name; the first call creates it with `make`. Pools, the payment recorder and the
 * webhook sender are created through this function.
 */
export function singleton<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}

/** Returns the value that `singleton` created for a name; undefined if it has not been created. */
export function findSingleton<T>(name: string): T | undefined {
  return values.get(name) as T | undefined;
}

/** Forgets the value of a name, so that `singleton` creates it again. */
export function clearSingleton(name: string): void {
  values.delete(name);
}

/** Forgets every value, as at the start of a process. */
export function clearSingletons(): void {
  values.clear();
}

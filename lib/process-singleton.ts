/**
 * Returns the process-wide value of a name; the first call creates it with `make`. The process loads `lib` in two
 * bundles (the HTTP server's and Next's), so module variables are not unique: pools, the payment recorder and the
 * webhook sender are created through this function.
 */
export function singleton<T>(name: string, make: () => T): T {
  const entry = registry<T>()[keyOf(name)] ?? { value: make() };
  registry<T>()[keyOf(name)] = entry;
  return entry.value;
}

/** Returns the value that `singleton` created for a name; undefined if it has not been created. */
export function findSingleton<T>(name: string): T | undefined {
  return registry<T>()[keyOf(name)]?.value;
}

/** Forgets the value of a name, so that `singleton` creates it again. */
export function clearSingleton(name: string): void {
  Reflect.deleteProperty(globalThis, keyOf(name));
}

const keyOf = (name: string) => Symbol.for(`takings.${name}`);

/** The process-wide registry. The cast is sound because each name is used with one type only. */
const registry = <T>() => globalThis as unknown as Record<symbol, { value: T } | undefined>;

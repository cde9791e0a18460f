/**
 * Makes a thing once in this process and hands out the same one ever after. The process holds two bundles of
 * `lib` (the front door's and Next's): whatever must be single (pools, the recorder, the nudge) is made here.
 */
export function singleton<T>(name: string, make: () => T): T {
  const held = shelf<T>()[keyOf(name)] ?? { value: make() };
  shelf<T>()[keyOf(name)] = held;
  return held.value;
}

/** What `once` has made under a name, if it has. */
export function findSingleton<T>(name: string): T | undefined {
  return shelf<T>()[keyOf(name)]?.value;
}

const keyOf = (name: string) => Symbol.for(`takings.${name}`);

/** Where things are kept. The cast is sound because a name stands for one thing of one type. */
const shelf = <T>() => globalThis as unknown as Record<symbol, { value: T } | undefined>;

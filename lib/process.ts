/**
 * Makes a thing once in this process and hands out the same one ever after. The process holds two bundles of
 * `lib` (the front door's and Next's): whatever must be single (pools, the recorder, the nudge) is made here.
 */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`takings.${name}`);
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  const held = store[key] ?? { value: make() };
  store[key] = held;
  return held.value;
}

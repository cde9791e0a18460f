/** A seeded random generator: the same seed gives the same sequence. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from 0 (inclusive) to `below` (exclusive). */
  whole(below: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** This many decimal digits. */
  digits(count: number): string;
}

/** Creates a random generator (mulberry32: 32 bits of state, good enough for names and amounts, not for secrets). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    next,
    whole,
    pick: (choices) => choices[whole(choices.length)] ?? choices[0],
    digits: (count) => Array.from({ length: count }, () => whole(10)).join(""),
  };
}

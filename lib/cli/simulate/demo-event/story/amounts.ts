import type { Random } from "../../random";

/** Prices are multiples of this many naira. */
const STEP = 500;
const BISECTIONS = 60;

/**
 * Splits a total into `count` amounts that add up to it exactly, nearly all of them prices from the list. The total
 * is a multiple of 500 and at least 500 for each amount.
 */
export function spreadTotal(
  random: Random,
  { count, naira, prices }: { count: number; naira: number; prices: readonly number[] },
): number[] {
  if (count === 0) return [];
  const weights = weightsForMean(prices, naira / count);
  const amounts = Array.from({ length: count }, () => draw(random, prices, weights));
  let short = naira - sum(amounts);
  // Exchanges prices until the sum is close; one amount off the list takes the remainder.
  for (let round = 0; short !== 0 && round < count * 20; round++) {
    const index = random.whole(count);
    const amount = amounts[index] ?? 0;
    const better = nearest(prices, amount + short);
    if (Math.abs(short - (better - amount)) >= Math.abs(short)) continue;
    amounts[index] = better;
    short -= better - amount;
  }
  for (let index = 0; short !== 0; index = (index + 1) % count) {
    const amount = amounts[index] ?? 0;
    const change = Math.max(short, STEP - amount);
    amounts[index] = amount + change;
    short -= change;
  }
  return amounts;
}

/** Computes weights, increasing or decreasing with the price, under which the mean price is `mean`. */
function weightsForMean(prices: readonly number[], mean: number): number[] {
  const top = Math.max(...prices);
  let [low, high] = [-40, 40];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (low + high) / 2;
    const weights = prices.map((price) => Math.exp((middle * price) / top));
    const reached = sum(prices.map((price, index) => price * (weights[index] ?? 0))) / sum(weights);
    if (reached < mean) low = middle;
    else high = middle;
  }
  return prices.map((price) => Math.exp((low * price) / top));
}

function draw(random: Random, prices: readonly number[], weights: readonly number[]): number {
  let left = random.next() * sum(weights);
  for (const [index, price] of prices.entries()) {
    left -= weights[index] ?? 0;
    if (left < 0) return price;
  }
  return prices.at(-1) ?? STEP;
}

function nearest(prices: readonly number[], wanted: number): number {
  return prices.reduce((best, price) => (Math.abs(price - wanted) < Math.abs(best - wanted) ? price : best));
}

/** Splits a whole number into whole parts in these proportions (largest remainder method). */
export function apportion(weights: readonly number[], whole: number): number[] {
  const all = sum(weights);
  const exact = weights.map((weight) => (weight * whole) / all);
  const parts = exact.map(Math.floor);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index);
  for (const { index } of byRemainder.slice(0, whole - sum(parts))) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** Adds up whole naira. */
export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns a copy shuffled by the seeded generator. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, rank: random.next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

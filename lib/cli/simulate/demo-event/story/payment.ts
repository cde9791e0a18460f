import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/time/durations";
import type { Random } from "../../random";

/** One payment of the story, before it has an account, a device or a key. */
export interface StoryPayment {
  /** Milliseconds after 17:00 of the event; negative on earlier days. */
  atMs: number;
  channel: "bank_transfer" | "pos";
  /** From 1; 0 for a transfer. */
  terminal: number;
  /** First name of the operator to whom a transfer is manually assigned; `""` if none, and for a POS payment. */
  operator: string;
  status: "successful" | "pending" | "failed";
  /** Whole naira, without kobo. */
  naira: number;
  payer: string;
  /** A bank code of the bank directory. */
  bank: string;
  account: string;
  narration: string;
}

const OPENS_AT_HOUR = 17;

/**
 * Converts a clock time of the event, `"21:42:18"`, to the story's time; hours after midnight belong to the same
 * night.
 */
export function atClock(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const sinceOpening = (hours - OPENS_AT_HOUR + 24) % 24;
  return sinceOpening * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}

/** Prices are multiples of this many naira. */
const STEP = 500;
/** Exchanges tried for each amount. */
const EXCHANGES = 50;

// biome-ignore format: a list of names
const FIRST_NAMES = [
  "Aisha", "Bolanle", "Chinedu", "Damilola", "Efe", "Ekaette", "Emeka", "Femi", "Folake", "Gbenga", "Hauwa", "Ifeoma",
  "Ikenna", "Kelechi", "Kunle", "Musa", "Ngozi", "Nkechi", "Nnamdi", "Obinna", "Osaze", "Rukayat", "Temitope", "Tobi",
  "Uche", "Yetunde", "Zainab",
] as const;
// biome-ignore format: a list of names
const LAST_NAMES = [
  "Abdullahi", "Adebayo", "Ajayi", "Akande", "Akinola", "Aliyu", "Anyanwu", "Balogun", "Bassey", "Bello", "Briggs",
  "Coker", "Effiong", "Eze", "Fashola", "Ibe", "Ighodaro", "Lawal", "Nwosu", "Obi", "Ojo", "Okafor", "Onyeka", "Salami",
  "Shehu", "Udo", "Williams",
] as const;
/** Access, GTBank, Zenith, UBA, First, Fidelity, Sterling, FCMB, OPay, PalmPay, Kuda, Moniepoint. */
// biome-ignore format: a list of codes
const BANKS = ["044", "058", "057", "033", "011", "070", "232", "214", "305", "999991", "50211", "50515"] as const;
const AT_TERMINAL = ["POS purchase", "POS purchase", "Card purchase", "POS"] as const;
const BY_TRANSFER = [
  "Jazz night ticket",
  "2 regular tickets",
  "Lagos Jazz Night",
  "Drinks",
  "Transfer",
] as const;

/** Generates a payer, a bank account and a narration. */
export function createPayer(
  random: Random,
  channel: "bank_transfer" | "pos",
  notes?: readonly [string, ...string[]],
) {
  return {
    payer: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    bank: random.pick(BANKS),
    account: `0${random.digits(9)}`,
    narration: random.pick(channel === "pos" ? AT_TERMINAL : (notes ?? BY_TRANSFER)),
  };
}

/** Adds up whole naira. */
export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Splits a total into `count` amounts that add up to it exactly, nearly all of them prices from the list. The total
 * is a multiple of 500 and at least 500 for each amount.
 */
export function spreadTotal(
  random: Random,
  { count, naira, prices }: { count: number; naira: number; prices: readonly [number, ...number[]] },
): number[] {
  const amounts = Array.from({ length: count }, () => random.pick(prices));
  let short = naira - sum(amounts);
  const change = (index: number, by: number) => {
    amounts[index] = (amounts[index] ?? 0) + by;
    short -= by;
  };
  // Exchanges prices as long as that brings the sum closer; amounts off the list take the remainder.
  for (let round = 0; short !== 0 && round < count * EXCHANGES; round++) {
    const index = random.whole(count);
    const by = random.pick(prices) - (amounts[index] ?? 0);
    if (Math.abs(short - by) < Math.abs(short)) change(index, by);
  }
  for (let index = 0; short !== 0 && count > 0; index = (index + 1) % count) {
    change(index, Math.max(short, STEP - (amounts[index] ?? 0)));
  }
  return amounts;
}

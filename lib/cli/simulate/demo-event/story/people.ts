import type { Random } from "../../random";

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

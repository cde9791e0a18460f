import type { SimulatedCredit } from "@/lib/bank";
import type { Random } from "./random";

// biome-ignore format: a list of names
const FIRST_NAMES = [
  "Adaeze", "Adebayo", "Aisha", "Amaka", "Aminu", "Babatunde", "Blessing", "Chiamaka", "Chidi", "Chinedu", "Damilola",
  "Ebere", "Efe", "Emeka", "Fatima", "Folake", "Funmilayo", "Garba", "Hadiza", "Halima", "Ibrahim", "Ifeoma", "Ikenna",
  "Kelechi", "Kunle", "Maryam", "Musa", "Ngozi", "Nkechi", "Obinna", "Olamide", "Osaze", "Segun", "Temitope", "Tunde",
  "Uche", "Yakubu", "Yetunde", "Zainab",
] as const;
// biome-ignore format: a list of names
const LAST_NAMES = [
  "Abdullahi", "Abubakar", "Adeleke", "Adeyemi", "Afolabi", "Akpan", "Balogun", "Bello", "Danjuma", "Edet", "Eze",
  "Ibekwe", "Igwe", "Lawal", "Mohammed", "Nnamdi", "Nwosu", "Obi", "Ogunleye", "Okafor", "Okeke", "Okonkwo", "Oladipo",
  "Olawale", "Onyekachi", "Osagie", "Oyelaran", "Sani", "Suleiman", "Udo", "Umar", "Yusuf",
] as const;
/** CBN codes of common banks. */
const BANKS = ["044", "058", "057", "033", "011", "070", "214", "221", "232", "035", "032", "050"] as const;
/** Prices of tickets, drinks and food, in naira. */
const PRICES = [
  1_500, 2_000, 2_500, 3_500, 5_000, 5_000, 7_500, 10_000, 10_000, 15_000, 25_000, 50_000,
] as const;
const PURPOSES = ["Ticket", "Gate", "Table", "Drinks", "Food", "VIP", "Merch"] as const;

/** The destination of a simulated payment. */
export type Destination = { channel: "bank_transfer"; account: string } | { channel: "pos"; device: string };

/**
 * Generates a payment: a plausible payer, an amount of a few tickets, sometimes with odd kobo, and its own
 * references.
 */
export function simulatedCredit(random: Random, paymentKey: string, to: Destination): SimulatedCredit {
  const naira = random.pick(PRICES) * (1 + random.whole(3));
  const oddKobo = random.next() < 0.1 ? 1 + random.whole(99) : 0;
  const paidAt = new Date();
  const stamp = paidAt.toISOString().replace(/\D/g, "").slice(2, 14);
  return {
    paymentKey,
    amount: BigInt(naira) * 100n + BigInt(oddKobo),
    status: "successful",
    account: "",
    device: "",
    ...to,
    senderName: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`.toUpperCase(),
    senderAccount: random.digits(10),
    senderBank: random.pick(BANKS),
    narration: `${random.pick(PURPOSES)} ${random.digits(4)}`,
    // A retrieval reference number has 12 digits; a NIP session id has the sending bank's code, the time and 12 more
    // digits.
    bankRef: to.channel === "pos" ? random.digits(12) : `0000${random.digits(2)}${stamp}${random.digits(12)}`,
    paidAt,
  };
}

/** Terminals and operators of Lagos Jazz Night, with their takings at 21:42:18 and at the close. Amounts in naira. */

export interface StoryTerminal {
  location: string;
  /** The first operator; a later operator and the time of the hand-over. */
  operator: string;
  handOver?: { operator: string; atClock: string };
  /** Prices at this terminal. */
  prices: readonly [number, ...number[]];
  count: number;
  naira: number;
  failed: number;
  finalCount: number;
  finalNaira: number;
}

const TICKETS = [10_000, 15_000, 20_000, 25_000, 30_000, 45_000, 60_000, 75_000] as const;
const VIP = [25_000, 40_000, 50_000, 65_000, 80_000, 100_000, 125_000, 150_000] as const;
const BAR = [2_500, 3_000, 4_500, 5_000, 6_000, 7_500, 9_000, 12_500, 18_000, 36_000] as const;
const FOOD = [2_000, 3_500, 5_000, 7_000, 7_500, 9_000] as const;
const MERCH = [5_000, 8_500, 12_500, 15_000, 20_500, 25_000] as const;
/** Prices of unassigned transfers: from a bottle of water to a group's tickets. */
export const MIXED = [1_500, 3_000, 4_500, 9_000, 15_000, 30_000, 45_000, 80_000] as const;
export const EARLY_BIRD = [15_000, 30_000, 45_000, 60_000, 80_000, 100_000, 150_000, 250_000] as const;

// biome-ignore format: a table
export const TERMINALS: readonly StoryTerminal[] = [
  { location: "Main gate", operator: "Amaka", prices: TICKETS, count: 149, naira: 4_215_000, failed: 2, finalCount: 189, finalNaira: 5_280_000 },
  { location: "Main gate", operator: "Ibrahim", prices: TICKETS, count: 102, naira: 2_415_000, failed: 3, finalCount: 140, finalNaira: 3_330_000 },
  { location: "VIP gate", operator: "Ngozi", prices: VIP, count: 47, naira: 3_080_000, failed: 1, finalCount: 67, finalNaira: 4_160_000 },
  { location: "Bar 1", operator: "Funke", prices: BAR, count: 177, naira: 1_523_500, failed: 4, finalCount: 307, finalNaira: 2_484_000 },
  { location: "Bar 2", operator: "Halima", handOver: { operator: "Chidi", atClock: "20:00" }, prices: BAR, count: 158, naira: 1_189_500, failed: 4, finalCount: 259, finalNaira: 2_115_000 },
  { location: "Food court", operator: "Blessing", prices: FOOD, count: 106, naira: 569_000, failed: 3, finalCount: 180, finalNaira: 985_000 },
  { location: "Merch stand", operator: "Yusuf", prices: MERCH, count: 59, naira: 781_000, failed: 1, finalCount: 98, finalNaira: 1_325_000 },
  { location: "VIP lounge", operator: "Kemi", prices: VIP, count: 67, naira: 3_830_000, failed: 1, finalCount: 112, finalNaira: 6_408_000 },
];

/** Takings of Terminal 5 before its hand-over. */
export const BEFORE_HAND_OVER_NAIRA = 592_000;

export interface StoryOperator {
  name: string;
  role: string;
  phone: string;
  /** Transfers assigned manually by 21:42:18; for operators with half a shift, within that shift. */
  transfers: number;
  naira: number;
  prices: readonly [number, ...number[]];
  notes: readonly [string, ...string[]];
  fromClock?: string;
  toClock?: string;
}

const DRINKS = ["Chapman x3", "Malt and water", "Palm wine", "Drinks", "Bottle service"] as const;
const ENTRY = ["2 regular tickets", "Jazz night ticket", "Ticket for two", "Lagos Jazz Night"] as const;

// biome-ignore format: a table
export const OPERATORS: readonly StoryOperator[] = [
  { name: "Tunde Bakare", role: "Supervisor", phone: "0803 552 9014", transfers: 36, naira: 8_665_000, prices: [100_000, 150_000, 200_000, 250_000, 300_000, 400_000], notes: ["Table 6 balance", "Table 2", "Table 11 deposit", "VIP table"] },
  { name: "Amaka Obi", role: "Cashier", phone: "0806 214 7735", transfers: 38, naira: 1_230_000, prices: TICKETS, notes: ENTRY },
  { name: "Ngozi Eze", role: "Cashier", phone: "0813 907 4420", transfers: 28, naira: 1_720_000, prices: VIP, notes: ["VIP entry x2", "VIP entry", "VIP x4"] },
  { name: "Kemi Alabi", role: "Supervisor", phone: "0807 661 0358", transfers: 0, naira: 0, prices: VIP, notes: ["VIP lounge"] },
  { name: "Ibrahim Musa", role: "Gate staff", phone: "0816 330 5982", transfers: 33, naira: 885_000, prices: TICKETS, notes: ENTRY },
  { name: "Funke Adeyemi", role: "Cashier", phone: "0809 117 3462", transfers: 58, naira: 407_500, prices: BAR, notes: DRINKS },
  { name: "Chidi Okafor", role: "Cashier", phone: "0805 748 2296", transfers: 0, naira: 218_000, prices: BAR, notes: DRINKS, fromClock: "20:00" },
  { name: "Halima Sani", role: "Cashier", phone: "0818 426 9507", transfers: 0, naira: 203_000, prices: BAR, notes: DRINKS, toClock: "20:00" },
  { name: "Yusuf Danjuma", role: "Cashier", phone: "0812 095 6641", transfers: 0, naira: 0, prices: MERCH, notes: ["T-shirt"] },
  { name: "Blessing Udoh", role: "Cashier", phone: "0802 846 0173", transfers: 30, naira: 153_500, prices: FOOD, notes: ["Suya and rice", "Food court", "Small chops"] },
];

/** Terminal 5's two operators share these totals: payments of Halima, and transfers of both. */
export const BAR_2 = { halimaPayments: 113, transfers: 54 } as const;

/** Presales: days before the event, payments, naira. */
// biome-ignore format: a table
export const PRESALES: readonly (readonly [daysBefore: number, count: number, naira: number])[] = [
  [17, 3, 110_000], [16, 2, 95_000], [15, 4, 250_000], [14, 6, 400_000], [13, 7, 480_000], [12, 6, 410_000],
  [11, 5, 340_000], [10, 9, 740_000], [9, 8, 575_000], [8, 6, 270_000], [7, 5, 240_000], [6, 6, 270_000],
  [5, 9, 505_000], [4, 6, 250_000], [3, 10, 730_000], [2, 10, 850_000],
];

export const EVENT = {
  name: "Lagos Jazz Night 2026",
  venue: "Muri Okunola Park, Victoria Island",
  /** The time of the screenshots, and of the last payment. */
  nowClock: "21:42:18",
  endsClock: "01:00",
  transfers: {
    count: 743,
    naira: 25_309_500,
    failed: 2,
    pending: 2,
    finalCount: 1_020,
    finalNaira: 32_543_500,
  },
  finalFailed: 29,
  /** Takings in the five minutes before `nowClock`. */
  lastFiveMinutesNaira: 1_392_500,
} as const;

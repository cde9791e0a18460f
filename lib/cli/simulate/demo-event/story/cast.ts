import { atClock, type StoryPayment } from "./payment";

/** Terminals and operators of Lagos Jazz Night, with their takings at 21:42:18 and at the close. Amounts in naira. */

export interface StoryTerminal {
  location: string;
  /** The first operator; a later operator, the time of the hand-over and the takings from then on. */
  operator: string;
  handOver?: { operator: string; atClock: string; count: number; naira: number };
  /** Prices at this terminal. */
  prices: readonly [number, ...number[]];
  count: number;
  naira: number;
  /** Payments and naira of the five minutes before 21:42:18. */
  lastMinutes: readonly [count: number, naira: number];
  failed: number;
  finalCount: number;
  finalNaira: number;
  /** When the terminal resumes after a lost network connection. */
  backClock?: string;
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
  { location: "Main gate", operator: "Amaka", prices: TICKETS, count: 149, naira: 4_215_000, lastMinutes: [6, 150_000], failed: 2, finalCount: 189, finalNaira: 5_280_000 },
  { location: "Main gate", operator: "Ibrahim", prices: TICKETS, count: 102, naira: 2_415_000, lastMinutes: [4, 110_000], failed: 3, finalCount: 140, finalNaira: 3_330_000 },
  { location: "VIP gate", operator: "Ngozi", prices: VIP, count: 47, naira: 3_080_000, lastMinutes: [3, 190_000], failed: 1, finalCount: 67, finalNaira: 4_160_000 },
  { location: "Bar 1", operator: "Funke", prices: BAR, count: 177, naira: 1_523_500, lastMinutes: [4, 72_500], failed: 4, finalCount: 307, finalNaira: 2_484_000 },
  { location: "Bar 2", operator: "Halima", handOver: { operator: "Chidi", atClock: "20:00", count: 73, naira: 597_500 }, prices: BAR, count: 158, naira: 1_189_500, lastMinutes: [4, 35_000], failed: 4, finalCount: 259, finalNaira: 2_115_000 },
  { location: "Food court", operator: "Blessing", prices: FOOD, count: 106, naira: 569_000, lastMinutes: [0, 0], failed: 3, finalCount: 180, finalNaira: 985_000, backClock: "21:49" },
  { location: "Merch stand", operator: "Yusuf", prices: MERCH, count: 59, naira: 781_000, lastMinutes: [3, 45_500], failed: 1, finalCount: 98, finalNaira: 1_325_000 },
  { location: "VIP lounge", operator: "Kemi", prices: VIP, count: 67, naira: 3_830_000, lastMinutes: [3, 200_000], failed: 1, finalCount: 112, finalNaira: 6_408_000 },
];

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
  { name: "Chidi Okafor", role: "Cashier", phone: "0805 748 2296", transfers: 26, naira: 218_000, prices: BAR, notes: DRINKS, fromClock: "20:00" },
  { name: "Halima Sani", role: "Cashier", phone: "0818 426 9507", transfers: 28, naira: 203_000, prices: BAR, notes: DRINKS, toClock: "20:00" },
  { name: "Yusuf Danjuma", role: "Cashier", phone: "0812 095 6641", transfers: 0, naira: 0, prices: MERCH, notes: ["T-shirt"] },
  { name: "Blessing Udoh", role: "Cashier", phone: "0802 846 0173", transfers: 30, naira: 153_500, prices: FOOD, notes: ["Suya and rice", "Food court", "Small chops"] },
];

/** Presales: days before the event, payments, naira. */
// biome-ignore format: a table
export const PRESALES: readonly (readonly [daysBefore: number, count: number, naira: number])[] = [
  [17, 3, 110_000], [16, 2, 95_000], [15, 4, 250_000], [14, 6, 400_000], [13, 7, 480_000], [12, 6, 410_000],
  [11, 5, 340_000], [10, 9, 740_000], [9, 8, 575_000], [8, 6, 270_000], [7, 5, 240_000], [6, 6, 270_000],
  [5, 9, 505_000], [4, 6, 250_000], [3, 10, 730_000], [2, 10, 850_000],
];

/** Relative number of payments per minute, interpolated between these times: from the opening, with its rushes. */
// biome-ignore format: a table
export const ACTIVITY: readonly (readonly [clock: string, rate: number])[] = [
  ["17:00", 1], ["17:50", 2], ["18:00", 5], ["18:45", 7], ["19:10", 8.5], ["19:27", 4.5], ["19:40", 7], ["20:10", 8.5],
  ["20:30", 7], ["20:48", 4.5], ["21:10", 5.5], ["21:30", 8], ["21:43", 9], ["22:00", 6.5], ["23:00", 5],
  ["23:30", 3.5], ["00:15", 2], ["01:00", 0.8],
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
    lastMinutes: [14, 589_500],
    finalCount: 1_020,
    finalNaira: 32_543_500,
  },
  /** The minute with the most payments: generated ones by terminal, besides one row of the screenshots. */
  peak: { clock: "21:33", terminals: [0, 0, 0, 0, 0, 1, 1, 2, 3, 5, 5, 7, 8, 8] },
  /** Minutes without payments. */
  pauses: ["20:50", "21:15"],
} as const;

/**
 * The rows of the screenshots, newest first: time, payer, bank and last digits, narration, place (a terminal, or the
 * first name of the operator to whom a transfer is assigned), status, naira.
 */
const NOW = `
21:42:14 | Chinedu Okonkwo | 058 4471 | VIP entry x2 | Ngozi | ok | 80000
21:42:09 | Aisha Bello | 044 8120 | POS purchase | 4 | ok | 12500
21:42:02 | Oluwaseun Ogunleye | 305 0932 | 2 regular tickets | | pending | 30000
21:41:57 | Ifeoma Nwachukwu | 057 2206 | POS purchase | 1 | ok | 15000
21:41:49 | Musa Abdullahi | 50515 6648 | POS purchase | 5 | ok | 7500
21:41:44 | Efe Ighodaro | 011 5537 | Card purchase | 8 | failed | 125000
21:41:38 | Tamunotonye Briggs | 033 6015 | Table 6 balance | Tunde | ok | 250000
21:41:31 | Zainab Lawal | 50211 7754 | POS purchase | 2 | ok | 45000
21:41:27 | Ọláídé Adébáyọ̀ | 232 1390 | Chapman x3 | Chidi | ok | 9000
21:41:19 | Ekaette Bassey | 070 2873 | POS purchase | 7 | ok | 20500
21:41:12 | Kelechi Iwu | 999991 5108 | Jazz night ticket | | pending | 15000
21:41:06 | Bolanle Akinola | 057 3381 | POS purchase | 4 | ok | 36000
21:41:04 | Femi Balogun | 058 9027 | VIP entry x2 | | ok | 80000
21:41:02 | Hauwa Shehu | 057 6120 | 2 regular tickets | | ok | 30000
21:41:01 | Chinedu Anyanwu | 044 7716 | POS purchase | 5 | ok | 12500
21:41:00 | Tobi Williams | 033 8846 | POS purchase | 1 | ok | 25000
21:40:59 | Musa Salami | 232 4058 | POS purchase | 4 | ok | 6000
21:40:34 | Bolanle Adebayo | 033 1945 | Malt and water | Funke | ok | 6000
21:40:12 | Uche Essien | 011 6604 | Suya and rice | Blessing | ok | 7000
21:39:47 | Ngozi Lawal | 305 8832 | Drinks | Funke | ok | 4500
21:38:07 | Damilola Abdullahi | 058 0417 | POS purchase | 4 | ok | 18000
21:36:26 | Damilola Briggs | 214 5290 | Card purchase | 4 | failed | 6000
21:35:49 | Kunle Balogun | 50515 3306 | Chapman x3 | Funke | ok | 9000
21:35:28 | Ikenna Ajayi | 057 7148 | Palm wine | Funke | ok | 3000
21:35:27 | Emeka Effiong | 044 2561 | POS purchase | 4 | ok | 4500
21:34:31 | Uche Balogun | 033 9174 | POS purchase | 4 | ok | 6000
21:33:31 | Folake Akande | 232 6083 | POS purchase | 4 | ok | 12500
21:31:34 | Musa Effiong | 070 3347 | POS purchase | 4 | ok | 18000
21:30:56 | Obinna Onyeka | 058 1729 | POS purchase | 4 | ok | 12500
21:30:29 | Femi Okafor | 50211 4416 | POS purchase | 4 | ok | 4500
21:30:06 | Tobi Coker | 044 8853 | POS purchase | 4 | ok | 5000
21:28:34 | Zainab Obi | 011 2094 | POS purchase | 4 | ok | 18000
21:24:01 | Nkechi Udo | 057 5562 | POS purchase | 6 | ok | 7000
21:23:08 | Gbenga Nwosu | 033 7730 | Card purchase | 6 | failed | 3500
21:23:00 | Rukayat Effiong | 305 1186 | POS purchase | 6 | ok | 5000
21:21:25 | Kelechi Eze | 058 6649 | POS purchase | 6 | ok | 7500
21:20:27 | Chinedu Udo | 044 3902 | POS purchase | 6 | ok | 3500
21:19:05 | Nnamdi Bassey | 070 8215 | POS purchase | 6 | ok | 5000
21:16:50 | Temitope Aliyu | 232 4471 | POS purchase | 6 | ok | 7000
21:16:13 | Rukayat Onyeka | 50515 9038 | POS purchase | 6 | ok | 5000
21:11:08 | Femi Ajayi | 011 2257 | POS purchase | 6 | ok | 7000
`;

/** The last rows of the night. */
const LAST = `
00:58:10 | Ikenna Eze | 057 9365 | Card purchase | 8 | ok | 65000
00:57:59 | Musa Williams | 058 1904 | Malt and water | Chidi | ok | 4500
00:57:15 | Zainab Briggs | 044 8270 | Lagos Jazz Night | Ibrahim | ok | 15000
00:56:22 | Ifeoma Salami | 50211 5036 | Card purchase | 6 | ok | 5000
00:56:10 | Kunle Lawal | 044 5596 | POS purchase | 3 | ok | 40000
00:55:19 | Emeka Ibe | 044 2470 | Card purchase | 1 | ok | 45000
00:54:34 | Kunle Ighodaro | 058 8919 | Ticket for two | | ok | 15000
00:53:12 | Musa Abdullahi | 057 0190 | Palm wine | Funke | ok | 2500
00:51:26 | Zainab Fashola | 058 1389 | Card purchase | 2 | ok | 30000
`;

const STATUSES: Record<string, StoryPayment["status"]> = {
  ok: "successful",
  pending: "pending",
  failed: "failed",
};

function readRow(line: string): StoryPayment {
  const cells = line.split("|").map((cell) => cell.trim());
  const [clock = "", payer = "", from = "", narration = "", where = "", status = "", naira = ""] = cells;
  const [bank = "", lastDigits = ""] = from.split(" ");
  const terminal = /^\d$/.test(where) ? Number(where) : 0;
  return {
    atMs: atClock(clock),
    channel: terminal > 0 ? "pos" : "bank_transfer",
    terminal,
    operator: terminal > 0 ? "" : where,
    status: STATUSES[status] ?? "successful",
    naira: Number(naira),
    payer,
    bank,
    account: `013742${lastDigits}`,
    narration,
  };
}

const read = (table: string) => table.trim().split("\n").map(readRow);

export const ROWS_NOW: readonly StoryPayment[] = read(NOW);
export const ROWS_LAST: readonly StoryPayment[] = read(LAST);

/** Payments to a closed event. */
const AFTER_CLOSE = `
01:31:04 | Yetunde Ojo | 044 9034 | Jazz night ticket | | ok | 15000
02:06:40 | Bashir Shehu | 50211 2265 | Drinks | | ok | 9000
`;

export const ROWS_AFTER_CLOSE: readonly StoryPayment[] = read(AFTER_CLOSE);

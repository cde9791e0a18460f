import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/time/durations";
import type { Random } from "../../random";
import { atClock, createPayer, type StoryPayment, spreadTotal } from "./payment";

const NOW_MS = atClock("21:42:18");
/** Midnight before the event's opening, from which days are counted. */
const MIDNIGHT_MS = -17 * HOUR_MS;

/** Another event of the organisation. Times in the story's milliseconds. */
export interface OtherEvent {
  name: string;
  venue: string;
  startsAtMs: number;
  endsAtMs: number;
  count: number;
  naira: number;
  /** Time ranges of payments, and the time of the last one; each range peaks in its middle. */
  ranges: readonly { from: number; to: number }[];
  lastAtMs: number;
  terminals: number;
  posShare: number;
  prices: readonly [number, ...number[]];
  operators: readonly string[];
  /** Set if closed: the single payments that are not yet settled. */
  closed?: { held: readonly number[] };
}

const at = (days: number, hour: number, minute = 0) =>
  MIDNIGHT_MS + days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
const evenings = (days: readonly number[], from: number, to: number) =>
  days.map((day) => ({ from: at(day, from), to: at(day, to) }));
const until = (from: number, to: number) => [{ from, to }];

const DRINKS = [1_000, 1_500, 2_000, 3_000, 4_500, 6_000] as const;
const OWAMBE = [2_000, 5_000, 10_000, 20_000, 30_000, 50_000] as const;
const TICKETS = [15_000, 20_000, 30_000, 45_000, 60_000] as const;
const FAIR = [1_500, 2_500, 4_000, 6_500, 9_000, 15_000] as const;

export const OTHER_EVENTS: readonly OtherEvent[] = [
  {
    name: "Bisi and Dele at 40, Owambe",
    venue: "Lekki Coliseum, Lekki Phase 1",
    startsAtMs: at(0, 15),
    endsAtMs: at(0, 23),
    count: 412,
    naira: 6_384_500,
    ranges: until(at(0, 15), NOW_MS),
    lastAtMs: NOW_MS - 38 * SECOND_MS,
    terminals: 2,
    posShare: 0.4,
    prices: OWAMBE,
    operators: ["Sade Cole", "Lanre Ojo"],
  },
  {
    name: "Match Night Viewing, Surulere",
    venue: "Teslim Balogun Annexe",
    startsAtMs: at(0, 18, 30),
    endsAtMs: at(0, 22, 30),
    count: 173,
    naira: 486_500,
    ranges: until(at(0, 18, 30), NOW_MS),
    lastAtMs: NOW_MS - 125 * SECOND_MS,
    terminals: 1,
    posShare: 0.6,
    prices: DRINKS,
    operators: ["Bayo Ige"],
  },
  {
    name: "Detty December Rooftop",
    venue: "Oniru, Lagos",
    startsAtMs: at(7, 20),
    endsAtMs: at(8, 2),
    count: 118,
    naira: 3_465_000,
    ranges: until(at(-11, 9), NOW_MS - 11 * MINUTE_MS),
    lastAtMs: NOW_MS - 11 * MINUTE_MS,
    terminals: 4,
    posShare: 0,
    prices: TICKETS,
    operators: ["Sade Cole"],
  },
  {
    name: "Calabar Carnival After-Party",
    venue: "Marina Resort, Calabar",
    startsAtMs: at(15, 21),
    endsAtMs: at(16, 3),
    count: 34,
    naira: 1_120_000,
    ranges: until(at(-10, 9), at(-1, 16, 20)),
    lastAtMs: at(-1, 16, 20),
    terminals: 3,
    posShare: 0,
    prices: TICKETS,
    operators: ["Ekpo Henshaw"],
  },
  {
    name: "Crossover Night, Grace Assembly",
    venue: "Ikeja",
    startsAtMs: at(19, 21),
    endsAtMs: at(20, 1),
    count: 0,
    naira: 0,
    ranges: [],
    lastAtMs: 0,
    terminals: 6,
    posShare: 0,
    prices: TICKETS,
    operators: [],
  },
  {
    name: "Abuja Food Fair 2026",
    venue: "Jabi Lake, Abuja",
    startsAtMs: at(-14, 11),
    endsAtMs: at(-13, 23),
    count: 2_961,
    naira: 18_204_000,
    ranges: evenings([-14, -13], 11, 23),
    lastAtMs: at(-13, 22, 41),
    terminals: 6,
    posShare: 0.12,
    prices: FAIR,
    operators: ["Hauwa Garba", "Ibe Onyeka"],
    closed: { held: [] },
  },
  {
    name: "Ibadan Comedy Fest",
    venue: "Mapo Hall, Ibadan",
    startsAtMs: at(-28, 17),
    endsAtMs: at(-28, 23, 30),
    count: 804,
    naira: 9_871_500,
    ranges: evenings([-28], 16, 23.3),
    lastAtMs: at(-28, 23, 18),
    terminals: 4,
    posShare: 0.2,
    prices: [5_000, 7_500, 10_000, 15_000, 25_000],
    operators: ["Yetunde Ojo"],
    closed: { held: [150_000, 100_000, 62_000] },
  },
  {
    name: "Port Harcourt Highlife Weekend",
    venue: "Garden City, Port Harcourt",
    startsAtMs: at(-43, 16),
    endsAtMs: at(-41, 23, 59),
    count: 1_987,
    naira: 27_340_000,
    ranges: evenings([-43, -42, -41], 15, 23.9),
    lastAtMs: at(-41, 23, 57),
    terminals: 5,
    posShare: 0.12,
    prices: [5_000, 10_000, 15_000, 20_000, 30_000],
    operators: ["Tamuno Briggs", "Ebi Dokubo"],
    closed: { held: [] },
  },
];

/** Generates an event's payments by time, with the totals of the list of events. */
export function generateEvent(event: OtherEvent, random: Random): StoryPayment[] {
  if (event.count === 0) return [];
  const held = event.closed?.held ?? [];
  const paid = held.reduce((total, naira) => total + naira, 0);
  const count = event.count - held.length;
  const amounts = [
    ...held,
    ...spreadTotal(random, { count, naira: event.naira - paid, prices: event.prices }),
  ];
  const times = generateTimes(event, random);
  return amounts
    .map((naira, index) => {
      // Unsettled payments are transfers; the last payments of a busy event are recent at each of its terminals.
      const late = index >= event.count - event.terminals && event.posShare > 0 && !event.closed;
      const pos = index >= held.length && (late || random.next() < event.posShare);
      const terminal = late ? event.count - index : pos ? 1 + random.whole(event.terminals) : 0;
      const channel: StoryPayment["channel"] = pos ? "pos" : "bank_transfer";
      const atMs = late ? event.lastAtMs - (terminal - 1) * 90 * SECOND_MS : (times[index] ?? event.lastAtMs);
      const from = createPayer(random, channel, ["Ticket", "Table", "Drinks", event.name]);
      return { atMs, channel, terminal, operator: "", status: "successful" as const, naira, ...from };
    })
    .sort((one, other) => one.atMs - other.atMs);
}

/** Generates a time for each payment, the last at its fixed time. */
function generateTimes({ ranges, count, lastAtMs }: OtherEvent, random: Random): number[] {
  const times = Array.from({ length: count - 1 }, (_, index) => {
    const { from, to } = ranges[index % ranges.length] ?? { from: lastAtMs, to: lastAtMs };
    const moment = from + ((random.next() + random.next()) / 2) * (Math.min(to, lastAtMs) - from);
    return moment - (moment % SECOND_MS);
  });
  return [lastAtMs, ...times];
}

/** Whether a payment of a closed event is not yet settled. */
export function isUnsettled({ closed }: OtherEvent, { naira }: StoryPayment): boolean {
  return closed?.held.includes(naira) ?? false;
}

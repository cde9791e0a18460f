import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import { pace } from "../bench/load/constant-rate";
import { computePercentiles } from "../bench/load/latencies";
import {
  createNotifications,
  type RequestSource,
  repeatRequest,
  serialiseRequest,
} from "../bench/load/request-source";
import { saturate } from "../bench/load/saturate";
import { subscribe } from "../bench/load/sse-clients";
import type { Checkout } from "./checkout";
import { readProcessorMs } from "./processor-time";

const BANK = "/v1/webhooks/bank";
/** The time for the last payment to reach the stream. */
const LAST_MS = 2_000;

/** A session with an account. */
export interface Session {
  id: string;
  account: string;
}

/** The test data of a checkout: twenty sessions, the first of which has payments and is read. */
export interface TestData extends Checkout {
  sessions: Session[];
  /** How long a load of one measurement lasts. */
  measureMs: number;
  /** Returns signed notifications of new payments into these sessions. */
  payments: (sessions: Session[]) => RequestSource;
}

/** One figure of a checkout, in a unit. */
export interface Cell {
  what: string;
  unit: string;
  /** Whether a higher value is better. */
  isRate: boolean;
  measure: (place: TestData) => Promise<number>;
}

/** Creates the sessions, and pays into the first one, so that its pages are full whichever figures are measured. */
export async function prepareTestData(checkout: Checkout, measureMs: number): Promise<TestData> {
  const sessions = await Promise.all(Array.from({ length: 20 }, (_, index) => openSession(checkout, index)));
  const payments = (into: Session[]) =>
    createNotifications({
      path: BANK,
      accounts: into.map(({ account }) => account),
      secret: checkout.secret,
    });
  const supply = payments(sessions.slice(0, 1));
  const { errors } = await pace({ port: checkout.port, perSecond: 100, count: 200, supply });
  if (errors > 0) throw new Error(`${errors} payments were refused`);
  return { ...checkout, sessions, measureMs, payments };
}

/** Opens a session of its own number. Rejects if it is refused. */
export async function openSession({ port, apiKey }: Checkout, index: number): Promise<Session> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({
      external_event_id: `compare-${index}`,
      name: `Compare ${index}`,
      collection: { account: true, pos: false },
    }),
  });
  if (!answer.ok) throw new Error(`a session was not created: ${await answer.text()}`);
  const { data } = await answer.json();
  return { id: data.session_id, account: data.collection_account.account_number };
}

async function rateOf(
  { port, measureMs }: TestData,
  supply: RequestSource,
  connections: number,
): Promise<number> {
  const measured = await saturate({ port, connections, warmUpMs: 1_000, measureMs, supply });
  if (measured.refused > 0) throw new Error(`${measured.refused} responses were not 2xx`);
  return measured.perSecond;
}

const get = (place: TestData, path: string) =>
  repeatRequest(serialiseRequest("GET", path, { "x-api-key": place.apiKey }));

const first = ({ sessions }: TestData) => assertDefined(sessions[0], "there are sessions");

const getReconciliation = (place: TestData) => get(place, `/v1/reconciliation/${first(place).id}`);

const getList = (place: TestData) => get(place, `/v1/transactions?session_id=${first(place).id}&limit=50`);

/** The processor time of the service and its database per request, with all work that follows it, in microseconds. */
async function costOf(place: TestData, supply: RequestSource, connections: number): Promise<number> {
  const { port, pid, measureMs } = place;
  const before = readProcessorMs(pid);
  const { accepted, refused } = await saturate({ port, connections, warmUpMs: 0, measureMs, supply });
  if (refused > 0) throw new Error(`${refused} responses were not 2xx`);
  await sleep(LAST_MS);
  return ((readProcessorMs(pid) - before) * 1_000) / accepted;
}

const recordingCost = (place: TestData) => costOf(place, place.payments(place.sessions), 64);

/** `recordingCost` while the platform reads with its API key. */
async function recordingCostBesideReads(place: TestData): Promise<number> {
  const supply = get(place, `/v1/sessions/${first(place).id}`);
  const [cost, { errors }] = await Promise.all([
    recordingCost(place),
    pace({ port: place.port, perSecond: 50, count: (50 * place.measureMs) / 1_000, supply }),
  ]);
  if (errors > 0) throw new Error(`${errors} reads were refused`);
  return cost;
}

/** The median milliseconds from the bank's 200 to the stream's figures that include the payment. */
async function liveLatency(place: TestData): Promise<number> {
  const { port, cookie } = place;
  const session = await openSession(place, 99);
  const audience = await subscribe({ port, path: `/api/live/${session.id}`, cookies: [cookie] });
  const answeredAt: number[] = [];
  const onAnswer = (_: number, status: number, at: number) => status === 200 && answeredAt.push(at);
  const supply = place.payments([session]);
  // Not a multiple of the stream's update rate, so that payments fall on all moments between two updates.
  const { errors } = await pace({ port, perSecond: 17, count: 204, supply, onAnswer });
  await sleep(LAST_MS);
  audience.close();
  if (errors > 0) throw new Error(`${errors} payments were refused`);
  const { seenAt } = assertDefined(audience.watchers[0], "one watches");
  const late = (at: number, index: number) => (seenAt[index + 1] ?? Number.POSITIVE_INFINITY) - at;
  return computePercentiles(answeredAt.map((at, index) => Math.max(0, late(at, index)))).p50;
}

/** The figures that are compared between two checkouts. */
export const CELLS: Cell[] = [
  {
    what: "recording over 20 sessions",
    unit: "/s",
    isRate: true,
    measure: (place) => rateOf(place, place.payments(place.sessions), 64),
  },
  {
    what: "recording, processor time per notification",
    unit: " µs",
    isRate: false,
    measure: recordingCost,
  },
  {
    what: "recording beside 50 reads a second, processor time per notification",
    unit: " µs",
    isRate: false,
    measure: recordingCostBesideReads,
  },
  {
    what: "recording in one session",
    unit: "/s",
    isRate: true,
    measure: (place) => rateOf(place, place.payments([first(place)]), 64),
  },
  {
    what: "recording at a steady 200/s, p50",
    unit: " ms",
    isRate: false,
    measure: async (place) => {
      const supply = place.payments(place.sessions);
      return computePercentiles(
        (await pace({ port: place.port, perSecond: 200, count: 1_600, supply })).times,
      ).p50;
    },
  },
  {
    what: "reconciliation",
    unit: "/s",
    isRate: true,
    measure: (place) => rateOf(place, getReconciliation(place), 64),
  },
  {
    what: "reconciliation, processor time per request",
    unit: " µs",
    isRate: false,
    measure: (place) => costOf(place, getReconciliation(place), 64),
  },
  {
    what: "list, a page of 50",
    unit: "/s",
    isRate: true,
    measure: (place) => rateOf(place, getList(place), 8),
  },
  {
    what: "list, processor time per request",
    unit: " µs",
    isRate: false,
    measure: (place) => costOf(place, getList(place), 8),
  },
  {
    what: "from the bank's 200 to the live stream, p50",
    unit: " ms",
    isRate: false,
    measure: liveLatency,
  },
];

import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/assert";
import { spreadOf } from "../bench/load/latencies";
import { pace } from "../bench/load/pace";
import { always, noticesFor, requestOf, type Supply } from "../bench/load/request-source";
import { saturate } from "../bench/load/saturate";
import { gather } from "../bench/load/sse-clients";
import type { Checkout } from "./checkout";

const BANK = "/v1/webhooks/bank";
/** Time for the last payment to reach the stream. */
const LAST_MS = 2_000;

interface Session {
  id: string;
  account: string;
}

/** What a checkout is measured on: twenty sessions, the first of which is read. */
export interface Place extends Checkout {
  sessions: Session[];
  /** Signed notifications of new payments into these sessions. */
  payments: (sessions: Session[]) => Supply;
}

/** A figure of a checkout, in a unit. */
export interface Cell {
  what: string;
  unit: string;
  /** Whether more is better. */
  isRate: boolean;
  measure: (place: Place) => Promise<number>;
}

/** Opens the sessions. */
export async function preparePlace(checkout: Checkout): Promise<Place> {
  const sessions = await Promise.all(Array.from({ length: 20 }, (_, index) => openSession(checkout, index)));
  let runs = 0;
  const payments = (into: Session[]) =>
    noticesFor({
      path: BANK,
      accounts: into.map(({ account }) => account),
      run: `compare-${++runs}`,
      secret: checkout.secret,
    });
  return { ...checkout, sessions, payments };
}

async function openSession({ port, apiKey }: Checkout, index: number): Promise<Session> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({
      external_event_id: `compare-${index}`,
      name: `Compare ${index}`,
      collection: { account: true, pos: false },
    }),
  });
  if (!answer.ok) throw new Error(`a session was not opened: ${await answer.text()}`);
  const { data } = await answer.json();
  return { id: data.session_id, account: data.collection_account.account_number };
}

async function rateOf({ port }: Place, supply: Supply, connections: number): Promise<number> {
  const measured = await saturate({ port, connections, warmUpMs: 1_000, measureMs: 5_000, supply });
  if (measured.refused > 0) throw new Error(`${measured.refused} answers were no 2xx`);
  return measured.perSecond;
}

const reading = (place: Place, path: string, connections: number) =>
  rateOf(place, always(requestOf("GET", path, { "x-api-key": place.apiKey })), connections);

const first = ({ sessions }: Place) => assertDefined(sessions[0], "there are sessions");

/** The median time from the bank's 200 to the figures on the stream that count the payment, in milliseconds. */
async function liveLatency(place: Place): Promise<number> {
  const { port, cookie } = place;
  const session = await openSession(place, 99);
  const audience = await gather({ port, path: `/api/live/${session.id}`, cookies: [cookie] });
  const answeredAt: number[] = [];
  const onAnswer = (_: number, status: number, at: number) => status === 200 && answeredAt.push(at);
  const supply = place.payments([session]);
  // No multiple of the rate at which updates are sent, so that payments fall on all moments between two of them.
  const { errors } = await pace({ port, perSecond: 17, count: 204, supply, onAnswer });
  await sleep(LAST_MS);
  audience.close();
  if (errors > 0) throw new Error(`${errors} payments were refused`);
  const { seenAt } = assertDefined(audience.watchers[0], "one watches");
  const late = (at: number, index: number) => (seenAt[index + 1] ?? Number.POSITIVE_INFINITY) - at;
  return spreadOf(answeredAt.map((at, index) => Math.max(0, late(at, index)))).p50;
}

/** What two checkouts are compared in. */
export const CELLS: Cell[] = [
  {
    what: "recording over 20 sessions",
    unit: "/s",
    isRate: true,
    measure: (place) => rateOf(place, place.payments(place.sessions), 64),
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
      return spreadOf((await pace({ port: place.port, perSecond: 200, count: 1_600, supply })).times).p50;
    },
  },
  {
    what: "reconciliation",
    unit: "/s",
    isRate: true,
    measure: (place) => reading(place, `/v1/reconciliation/${first(place).id}`, 64),
  },
  {
    what: "list, a page of 50",
    unit: "/s",
    isRate: true,
    measure: (place) => reading(place, `/v1/transactions?session_id=${first(place).id}&limit=50`, 8),
  },
  {
    what: "from the bank's 200 to the live stream, p50",
    unit: " ms",
    isRate: false,
    measure: liveLatency,
  },
];

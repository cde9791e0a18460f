import { type GeneratedNotification, generateNotifications } from "@/lib/bank/testing/generate";
import { createRandom, type Random } from "@/lib/bank/testing/random";
import { type Api, type Bank, createSession, type SessionData } from "../fixtures";

/** Notifications in flight in parallel. */
const IN_FLIGHT = 16;
/** How far from their order notifications may arrive. */
const WINDOW = 1_000;
const REPEATED_SHARE = 0.2;
/** An account and a device that do not exist. */
const UNKNOWN_ACCOUNT = "0000000000";
const UNKNOWN_DEVICE = "unknown-device";

export interface Traffic {
  count: number;
  seed: number;
  /** Called with each notification, once, before it is sent. */
  onGenerated: (notification: GeneratedNotification) => void;
}

/** The number of notifications for each status, repeats included. */
export type Statuses = Map<number, number>;

/**
 * Posts generated notifications of all banks in shuffled order, a fifth of them two or three times, to accounts and
 * devices of three sessions, one of which is closed halfway. Resolves when all are answered.
 */
export async function postGenerated(place: { api: Api; bank: Bank }, traffic: Traffic): Promise<Statuses> {
  const { api, bank } = place;
  const sessions = await Promise.all([createSession(api), createSession(api), createSession(api)]);
  const statuses: Statuses = new Map();
  let started = 0;
  const queue = shuffled(traffic, { ...destinationsOf(sessions), secretOf: bank.secretOf });
  const send = async () => {
    for (const { headers, body } of queue) {
      if (++started === traffic.count >> 1) await closeOne(api, sessions);
      const { status } = await bank.post({ headers, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, send));
  return statuses;
}

function destinationsOf(sessions: SessionData[]) {
  return {
    accounts: [
      ...sessions.flatMap(({ collection_account: account }) => account?.account_number ?? []),
      UNKNOWN_ACCOUNT,
    ],
    devices: [
      ...sessions.flatMap(({ pos_terminals }) => pos_terminals.map(({ terminal_id }) => terminal_id)),
      UNKNOWN_DEVICE,
    ],
  };
}

async function closeOne(api: Api, [session]: SessionData[]): Promise<void> {
  const { status, text } = await api.patch(`/v1/sessions/${session?.session_id}/close`);
  if (status !== 200) throw new Error(`the session was not closed: ${text}`);
}

/** Shuffles a lazy sequence: fills a window of notifications and picks the next one from it at random. */
function* shuffled(
  { count, seed, onGenerated }: Traffic,
  options: Parameters<typeof generateNotifications>[2],
): Generator<GeneratedNotification> {
  const random = createRandom(seed, -2);
  const window: GeneratedNotification[] = [];
  for (const notification of generateNotifications(seed, count, options)) {
    onGenerated(notification);
    const copies = random.next() < REPEATED_SHARE ? random.int(2, 3) : 1;
    for (let copy = 0; copy < copies; copy++) window.push(notification);
    while (window.length >= WINDOW) yield take(window, random);
  }
  while (window.length > 0) yield take(window, random);
}

function take(window: GeneratedNotification[], random: Random): GeneratedNotification {
  const position = random.int(0, window.length - 1);
  const taken = random.pick(window.slice(position, position + 1));
  window[position] = window.at(-1) ?? taken;
  window.pop();
  return taken;
}

/**
 * What matching with expected payments costs recording: the processor time of the service and its database for each
 * notification, in a session without expected payments and in one with 10,000 open ones, in turn.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { median, medianRatio } from "../bench/load/latencies";
import { createNotifications } from "../bench/load/request-source";
import { saturate } from "../bench/load/saturate";
import { atMost, formatNumber, logProgress, toMarkdown } from "../bench/report";
import { openSession, type Session } from "./cells";
import { type Checkout, startCheckout } from "./checkout";
import { readProcessorMs } from "./processor-time";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, expected: { type: "string", default: "10000" } },
});
const EXPECTED = Number(values.expected);
/** Longer than the matcher needs for its last payments. */
const SETTLE_MS = 2_000;

interface Cell {
  what: string;
  session: Session;
  narration: (number: number) => string;
  figures: number[];
}

const referenceOf = (index: number) => `ORD-${100_000 + (index % EXPECTED)}`;

async function expectPayments({ port, apiKey }: Checkout, { id }: Session): Promise<void> {
  const create = async (index: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/expected-payments`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ session_id: id, amount: "90000000.00", reference: referenceOf(index) }),
    });
    if (!answer.ok) throw new Error(`an expected payment was not created: ${await answer.text()}`);
  };
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < EXPECTED; index += 8) await create(index);
  });
  await Promise.all(lanes);
}

/** The processor time per accepted notification, in microseconds. */
async function measure({ port, pid, secret }: Checkout, { session, narration }: Cell): Promise<number> {
  const supply = createNotifications({
    path: "/v1/webhooks/bank",
    accounts: [session.account],
    secret,
    narration,
  });
  const before = readProcessorMs(pid);
  const { accepted, refused } = await saturate({
    port,
    connections: 32,
    warmUpMs: 0,
    measureMs: 5_000,
    supply,
  });
  if (refused > 0) throw new Error(`${refused} responses were not 2xx`);
  await sleep(SETTLE_MS);
  return ((readProcessorMs(pid) - before) * 1_000) / accepted;
}

const checkout = await startCheckout("matching", process.cwd());
try {
  const [plain, second, open, paid] = await Promise.all(
    [0, 1, 2, 3].map((index) => openSession(checkout, index)),
  );
  if (!plain || !second || !open || !paid) throw new Error("the sessions were not opened");
  logProgress(`creating ${EXPECTED} expected payments in each of two sessions`);
  await expectPayments(checkout, open);
  await expectPayments(checkout, paid);
  let next = 0;
  const bench = (number: number) => `BENCH ${number} tickets`;
  const cells: Cell[] = [
    { what: "no expected payments", session: plain, narration: bench, figures: [] },
    { what: "no expected payments, again", session: second, narration: bench, figures: [] },
    {
      what: `${EXPECTED} open ones, no reference in the narration`,
      session: open,
      narration: bench,
      figures: [],
    },
    {
      what: `${EXPECTED} open ones, every narration with the reference of one`,
      session: paid,
      narration: () => `tickets ${referenceOf(next++)}`,
      figures: [],
    },
  ];
  for (const cell of cells) await measure(checkout, cell);
  for (let round = 1; round <= Number(values.rounds); round++)
    for (const cell of round % 2 === 0 ? cells.toReversed() : cells) {
      const us = await measure(checkout, cell);
      cell.figures.push(us);
      logProgress(`round ${round}: ${cell.what}: ${formatNumber(us)} µs`);
    }
  const [base, ...others] = cells.map(({ figures }) => figures);
  process.stdout.write(
    `${toMarkdown({
      title: "Matching with expected payments",
      head: ["session", "processor time per notification"],
      rows: cells.map(({ what, figures }) => [what, `${formatNumber(median(figures))} µs`]),
      bars: others.map((figures, index) =>
        atMost(`${cells[index + 1]?.what}: cost`, medianRatio(figures, base ?? []), 1.05, " ×"),
      ),
    })}\n`,
  );
} finally {
  await checkout.stop();
}
process.exit(0);

import { present } from "@/lib/core/assert";
import { closePools, systemDb } from "@/lib/db/client";
import { withDatabase } from "@/lib/launch/database";
import { issueApiKey } from "@/lib/organisations";
import { verifyTotals } from "@/lib/reconciliation";
import { load, type Measured } from "./load";
import { notices } from "./notices";
import { type Running, startServer } from "./servers";

/** One row of the table: a server, and what is asked of it. */
interface Cell {
  name: string;
  path: string;
  records: boolean;
  start: () => Promise<Running>;
}

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_MS = 1_500;
const MEASURE_MS = Number(process.argv[2] ?? 6_000);
const SESSIONS = 20;
const BANK = "/v1/webhooks/bank";
const DATA_DIR = present(process.env.DATA_DIR, "run.mjs gives the bench a directory of its own");

const floor = (name: string) => () =>
  startServer((port) => ["dist/bench/floors.mjs", name, String(port)], { DATA_DIR });
const CELLS: Cell[] = [
  { name: "bare `node:http`, empty answer", path: "/", records: false, start: floor("empty") },
  {
    name: "front door, verified and read, nothing recorded",
    path: BANK,
    records: false,
    start: floor("door"),
  },
  {
    name: "Next route, one SQL transaction a notice",
    path: "/pay",
    records: true,
    start: () =>
      startServer(
        (port) => ["node_modules/next/dist/bin/next", "start", "e2e/bench/next-floor", "-p", String(port)],
        { DATA_DIR },
      ),
  },
  { name: "bare `node:http`, one SQL transaction a notice", path: "/", records: true, start: floor("alone") },
  {
    name: "bare `node:http`, the same batched statement",
    path: "/",
    records: true,
    start: floor("together"),
  },
  {
    name: "**Takings**, the real path",
    path: BANK,
    records: true,
    start: () => startServer(() => ["lib/launch/start.mjs"], { DATA_DIR }),
  },
];

/** Opens the bench's sessions over the API and answers their accounts. */
async function openSessions(port: number): Promise<string[]> {
  const { apiKey } = await issueApiKey({ organisation: `Bench ${Date.now()}`, mode: "test" });
  const open = async (_: unknown, index: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({
        external_event_id: `bench-${index}`,
        name: `Bench ${index}`,
        collection: { account: true, pos: false },
      }),
    });
    const { data } = (await answer.json()) as { data: { collection_account: { account_number: string } } };
    return data.collection_account.account_number;
  };
  return Promise.all(Array.from({ length: SESSIONS }, open));
}

async function storedCount(): Promise<number> {
  const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int as count from transactions`;
  return row?.count ?? 0;
}

/** Measures one cell once, and checks that exactly what was accepted is stored. */
async function measure(cell: Cell, accounts: string[], run: string): Promise<Measured> {
  const server = await cell.start();
  try {
    const before = await storedCount();
    const measured = await load({
      port: server.port,
      path: cell.path,
      connections: CONNECTIONS,
      warmUpMs: WARM_UP_MS,
      measureMs: MEASURE_MS,
      nextRequest: notices(accounts, run),
    });
    const stored = (await storedCount()) - before;
    const expected = cell.records ? measured.accepted : 0;
    if (stored !== expected || measured.refused > 0) {
      throw new Error(
        `${cell.name}: ${measured.accepted} accepted, ${measured.refused} refused, ${stored} stored`,
      );
    }
    return measured;
  } finally {
    await server.stop();
  }
}

const median = (values: number[]) =>
  present(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], "rounds were run");

function table(results: Map<Cell, Measured[]>): string {
  const rate = (cell: Cell | undefined) =>
    cell ? median((results.get(cell) ?? []).map((one) => one.perSecond)) : 0;
  const batched = rate(CELLS.find((cell) => cell.name.includes("batched")));
  const nextRate = rate(CELLS.find((cell) => cell.name.includes("Next route")));
  const rows = CELLS.map((cell) => {
    const runs = results.get(cell) ?? [];
    const p50 = median(runs.map((one) => one.p50Ms)).toPrecision(2);
    const p99 = median(runs.map((one) => one.p99Ms)).toPrecision(2);
    const ratios = cell.records
      ? `${(rate(cell) / batched).toPrecision(2)} | ${(rate(cell) / nextRate).toPrecision(2)}`
      : "– | –";
    return `| ${cell.name} | ${Math.round(rate(cell))} | ${p50} | ${p99} | ${ratios} |`;
  });
  return [
    "| what | accepted/s | p50 ms | p99 ms | × bare, same statement | × Next, one a transaction |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

await withDatabase(async () => {
  const results = new Map<Cell, Measured[]>(CELLS.map((cell) => [cell, []]));
  const product = present(CELLS.at(-1), "the product is the last cell");
  const opener = await product.start();
  const accounts = await openSessions(opener.port);
  await opener.stop();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [index, cell] of CELLS.entries()) {
      const measured = await measure(cell, accounts, `${round}-${index}`);
      results.get(cell)?.push(measured);
      process.stderr.write(`round ${round}: ${cell.name}: ${Math.round(measured.perSecond)}/s\n`);
    }
  }
  const { differences } = await verifyTotals({});
  process.stdout.write(
    `${table(results)}\n\nDifferences between totals and transactions afterwards: ${differences.length}\n`,
  );
  if (differences.length > 0) process.exitCode = 1;
});
await closePools();

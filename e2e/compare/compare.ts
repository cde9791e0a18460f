import path from "node:path";
import { parseArgs } from "node:util";
import { median, medianRatio } from "../bench/load/latencies";
import { atMost, formatNumber, logProgress, toMarkdown } from "../bench/report";
import { CELLS, type Cell, prepareTestData, type TestData } from "./cells";
import { type Checkout, startCheckout } from "./checkout";
import { untilIdle } from "./processor-time";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    // Many short measurements in turn differ less than a few long ones where the machine's speed varies.
    seconds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    // Settings of one side, such as REQUEST_LOG_DAYS=0.
    before: { type: "string", multiple: true, default: [] },
    after: { type: "string", multiple: true, default: [] },
  },
});
const [folder] = positionals;
if (!folder) {
  process.stderr.write("Name the folder of another built checkout: npm run compare -- ../takings-before\n");
  process.exit(1);
}

const cells = CELLS.filter(({ what }) => what.includes(values.only));
if (cells.length === 0) {
  process.stderr.write(`--only must be part of one of: ${CELLS.map(({ what }) => what).join("; ")}\n`);
  process.exit(1);
}

interface Measured {
  cell: Cell;
  before: number[];
  after: number[];
}

/**
 * Measures every cell on both in turn, in rounds; every other round runs in reverse order. What one side does after its
 * load, such as indexing for search and vacuum, ends before the other side is measured.
 */
async function measureAll(before: TestData, after: TestData): Promise<Measured[]> {
  const all = cells.map((cell): Measured => ({ cell, before: [], after: [] }));
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const { cell, ...figures } of all) {
      for (const side of round % 2 === 0 ? (["after", "before"] as const) : (["before", "after"] as const)) {
        await untilIdle([before.pid, after.pid]);
        const value = await cell.measure(side === "before" ? before : after);
        figures[side].push(value);
        logProgress(`round ${round}: ${cell.what}, ${side}: ${formatNumber(value)}${cell.unit}`);
      }
    }
  }
  return all;
}

function report(all: Measured[]): string {
  return toMarkdown({
    title: "This checkout beside another",
    head: ["what", "before", "after"],
    rows: all.map(({ cell, before, after }) => [
      cell.what,
      `${formatNumber(median(before))}${cell.unit}`,
      `${formatNumber(median(after))}${cell.unit}`,
    ]),
    bars: all.map(({ cell, before, after }) => {
      const [slow, fast] = cell.isRate ? [before, after] : [after, before];
      return atMost(`${cell.what}: cost, after ÷ before`, medianRatio(slow, fast), 1.05, " ×");
    }),
  });
}

/** Splits each pair at its first `=`: a value can contain others, as that of NODE_OPTIONS does. */
const toSettings = (pairs: string[]) =>
  Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
const prepare = (checkout: Checkout) => prepareTestData(checkout, Number(values.seconds) * 1_000);

const before = await startCheckout("before", path.resolve(folder), toSettings(values.before));
const after = await startCheckout("after", process.cwd(), toSettings(values.after)).catch(async (thrown) => {
  await before.stop();
  throw thrown;
});
try {
  const measured = await measureAll(await prepare(before), await prepare(after));
  process.stdout.write(`${report(measured)}\n`);
} finally {
  await Promise.all([before.stop(), after.stop()]);
}
process.exit(0);

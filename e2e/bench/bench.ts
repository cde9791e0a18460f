import { parseArgs } from "node:util";
import { withDatabase } from "@/lib/launch/database";
import { requireNoDifference } from "./ground";
import { measureBurst } from "./parts/burst";
import { measureEvents } from "./parts/events";
import { measureLatency } from "./parts/latency";
import { measureReceivers } from "./parts/receivers";
import { measureRecording, RECORDING_CELLS } from "./parts/recording";
import { type Finding, markdownOf } from "./report";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ms: { type: "string", default: "4000" } },
});
const measureMs = Number(values.ms);

/** The parts in the order they run: each with the names by which it or a cell of it is asked for. */
const PARTS: { name: string; cells: string[]; run: (wanted: string[]) => Promise<Finding> }[] = [
  { name: "recording", cells: RECORDING_CELLS, run: (wanted) => measureRecording({ wanted, measureMs }) },
  { name: "latency", cells: [], run: measureLatency },
  { name: "burst", cells: [], run: measureBurst },
  { name: "events", cells: [], run: measureEvents },
  { name: "receivers", cells: [], run: measureReceivers },
];

const known = PARTS.flatMap(({ name, cells }) => [name, ...cells]);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `The bench has no ${unknown.join(", ")}. It has:\n${PARTS.map(({ name, cells }) => `  ${[name, ...cells].join(" ")}`).join("\n")}\n`,
  );
  process.exit(1);
}

await withDatabase(async () => {
  for (const { name, cells, run } of PARTS) {
    const all = positionals.length === 0 || positionals.includes(name);
    const wanted = all ? cells : cells.filter((cell) => positionals.includes(cell));
    if (all || wanted.length > 0) process.stdout.write(`${markdownOf(await run(wanted))}\n\n`);
  }
  process.stdout.write(`${await requireNoDifference()}\n`);
});

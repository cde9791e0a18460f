import { parseArgs } from "node:util";
import { runMeasurement } from "./main";
import { measureBogus } from "./parts/bogus";
import { measureBurst } from "./parts/burst";
import { measureEvents } from "./parts/events";
import { measureExports } from "./parts/exports";
import { measureLatency } from "./parts/latency";
import { measureLocked } from "./parts/locked";
import { measureNonReaders } from "./parts/non-readers";
import { measureReads } from "./parts/reads";
import { measureComeback } from "./parts/receiver-recovery";
import { measureReceivers } from "./parts/receivers";
import { measureRecording, RECORDING_CELLS } from "./parts/recording";
import { measureFinding } from "./parts/search";
import { measureWatchers } from "./parts/watchers";
import { type Finding, markdownOf } from "./report";

interface Part {
  name: string;
  cells: string[];
  run: (wanted: string[]) => Promise<Finding | Finding[]>;
  /** Left out unless it is named, or asked for by `--long`. */
  isLong?: true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ms: { type: "string", default: "4000" }, long: { type: "boolean", default: false } },
});
const measureMs = Number(values.ms);
const outageSeconds = values.long ? 600 : 60;

/** The parts in the order they run: each with the names by which it or a cell of it is asked for. */
const PARTS: Part[] = [
  { name: "recording", cells: RECORDING_CELLS, run: (wanted) => measureRecording({ wanted, measureMs }) },
  { name: "latency", cells: [], run: measureLatency },
  { name: "locked", cells: [], run: measureLocked },
  { name: "burst", cells: [], run: measureBurst },
  { name: "events", cells: [], run: measureEvents },
  { name: "receivers", cells: [], run: measureReceivers },
  { name: "comeback", cells: [], run: () => measureComeback(outageSeconds), isLong: true },
  { name: "reads", cells: [], run: measureReads },
  { name: "watchers", cells: [], run: () => measureWatchers(values.long ? 10 : 1) },
  { name: "finding", cells: [], run: measureFinding },
  { name: "exports", cells: [], run: measureExports },
  { name: "non-readers", cells: [], run: measureNonReaders },
  { name: "bogus", cells: [], run: measureBogus },
];

function refuseUnknown(): void {
  const known = PARTS.flatMap(({ name, cells }) => [name, ...cells]);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const lines = PARTS.map(({ name, cells }) => `  ${[name, ...cells].join(" ")}`);
  process.stderr.write(`The bench has no ${unknown.join(", ")}. It has:\n${lines.join("\n")}\n`);
  process.exit(1);
}

/** The cells of a part that are asked for; nothing where the part is not to run. */
function wantedOf({ name, cells, isLong }: Part): string[] | undefined {
  if (positionals.includes(name)) return cells;
  if (positionals.length === 0) return isLong && !values.long ? undefined : cells;
  const named = cells.filter((cell) => positionals.includes(cell));
  return named.length > 0 ? named : undefined;
}

refuseUnknown();
await runMeasurement(async () => {
  for (const part of PARTS) {
    const wanted = wantedOf(part);
    if (!wanted) continue;
    for (const finding of [await part.run(wanted)].flat()) process.stdout.write(`${markdownOf(finding)}\n\n`);
  }
});

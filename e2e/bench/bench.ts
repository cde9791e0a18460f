import { parseArgs } from "node:util";
import { runMeasurement } from "./main";
import { measureBurst } from "./parts/burst";
import { measureEvents } from "./parts/events";
import { measureExports } from "./parts/exports";
import { measureLatency } from "./parts/latency";
import { measureNonReaders } from "./parts/live/non-readers";
import { measureSubscribers } from "./parts/live/subscribers";
import { measureLocked } from "./parts/locked-rows";
import { measureReads } from "./parts/reads";
import { measureReceiverRecovery } from "./parts/receiver-recovery";
import { measureReceivers } from "./parts/receivers";
import { measureRecording, RECORDING_CELLS } from "./parts/recording";
import { measureSearch } from "./parts/search";
import { measureInvalidSignatures } from "./parts/unauthenticated/invalid-signatures";
import { measureSignIns } from "./parts/unauthenticated/sign-ins";
import { type PartResult, toMarkdown } from "./report";

interface Part {
  name: string;
  cells: string[];
  run: (wanted: string[]) => Promise<PartResult | PartResult[]>;
  /** Runs only if it is named, or with `--long`. */
  isLong?: true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ms: { type: "string", default: "4000" }, long: { type: "boolean", default: false } },
});
const measureMs = Number(values.ms);
const outageSeconds = values.long ? 600 : 60;

/** The parts in the order in which they run, each with the names that select it or one of its cells. */
const PARTS: Part[] = [
  { name: "recording", cells: RECORDING_CELLS, run: (wanted) => measureRecording({ wanted, measureMs }) },
  { name: "latency", cells: [], run: measureLatency },
  { name: "locked", cells: [], run: measureLocked },
  { name: "burst", cells: [], run: measureBurst },
  { name: "events", cells: [], run: measureEvents },
  { name: "receivers", cells: [], run: measureReceivers },
  { name: "comeback", cells: [], run: () => measureReceiverRecovery(outageSeconds), isLong: true },
  { name: "reads", cells: [], run: measureReads },
  { name: "watchers", cells: [], run: () => measureSubscribers(values.long ? 10 : 1) },
  { name: "finding", cells: [], run: measureSearch },
  { name: "exports", cells: [], run: measureExports },
  { name: "non-readers", cells: [], run: measureNonReaders },
  { name: "bogus", cells: [], run: measureInvalidSignatures },
  { name: "sign-ins", cells: [], run: measureSignIns },
];

function rejectUnknown(): void {
  const known = PARTS.flatMap(({ name, cells }) => [name, ...cells]);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const lines = PARTS.map(({ name, cells }) => `  ${[name, ...cells].join(" ")}`);
  process.stderr.write(`The bench has no ${unknown.join(", ")}. It has:\n${lines.join("\n")}\n`);
  process.exit(1);
}

/** Returns the selected cells of a part; undefined if the part is not to run. */
function selectCells({ name, cells, isLong }: Part): string[] | undefined {
  if (positionals.includes(name)) return cells;
  if (positionals.length === 0) return isLong && !values.long ? undefined : cells;
  const named = cells.filter((cell) => positionals.includes(cell));
  return named.length > 0 ? named : undefined;
}

rejectUnknown();
await runMeasurement(async () => {
  for (const part of PARTS) {
    const wanted = selectCells(part);
    if (!wanted) continue;
    for (const finding of [await part.run(wanted)].flat()) process.stdout.write(`${toMarkdown(finding)}\n\n`);
  }
});

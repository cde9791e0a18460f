import { writeFileSync } from "node:fs";
import { assertDefined } from "@/lib/core/errors/assert";
import { experiment, type Outcome } from "./experiment";
import { FAULTS } from "./faults";
import { readOptions } from "./options";
import { report } from "./report";

const folder = assertDefined(process.env.CHAOS_FOLDER, "run.mjs gives the run a folder of its own");
const options = readOptions(process.argv.slice(2), FAULTS);
const log = (line: string) => void process.stderr.write(`${line}\n`);
const startedAt = performance.now();
const outcomes: Outcome[] = [];
log(`seed ${options.seed}`);
for (const [index, fault] of options.faults.entries()) {
  const { rate, rounds = fault.rounds } = options;
  const outcome = await experiment(fault, { folder, rounds, rate, seed: options.seed + index, log });
  if (outcome.skipped) log(`${fault.name}: skipped: ${outcome.skipped}`);
  outcomes.push(outcome);
}
const minutes = (performance.now() - startedAt) / 60_000;
const text = report(outcomes, { seed: options.seed, minutes });
process.stdout.write(text);
if (options.report) writeFileSync(options.report, text);
process.exit(outcomes.some(({ violations }) => violations.length > 0) ? 1 : 0);

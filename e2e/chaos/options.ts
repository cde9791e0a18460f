import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { Fault } from "./fault";

/** The options of a run. */
export interface Options {
  seed: number;
  faults: Fault[];
  /** Rounds of each fault; by default the fault's own number. */
  rounds: number | undefined;
  /** Payments per second. */
  rate: number;
  /** A file for the report, beside stdout. */
  report: string | undefined;
}

/** Parses the command line. Throws an error that names the invalid option. */
export function readOptions(args: string[], all: readonly Fault[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      only: { type: "string" },
      rounds: { type: "string" },
      rate: { type: "string", default: "100" },
      report: { type: "string" },
    },
  });
  const names = values.only?.split(",");
  const unknown = names?.filter((name) => !all.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`--only names ${unknown}. There are ${all.map(({ name }) => name).join(", ")}.`);
  }
  return {
    seed: values.seed === undefined ? randomInt(2 ** 31) : wholeNumber("seed", values.seed),
    faults: all.filter(({ name }) => !names || names.includes(name)),
    rounds: values.rounds === undefined ? undefined : wholeNumber("rounds", values.rounds),
    rate: wholeNumber("rate", values.rate),
    report: values.report,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number.`);
  return Number(text);
}

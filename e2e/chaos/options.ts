import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { Fault } from "./fault";

/** What a run is asked to do. */
export interface Options {
  seed: number;
  faults: Fault[];
  /** How often each; its own number where not said. */
  rounds: number | undefined;
  /** Payments a second. */
  rate: number;
  /** Where the report goes besides stdout. */
  report: string | undefined;
}

/** Reads the command line. Throws, naming what is wrong. */
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

import type { Options, Values } from "./options";

/** The input and output of a command besides the database; tests replace it. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** The complete piped input; `""` if there is none. */
  readInput(): Promise<string>;
  /** Whether stderr is a terminal that can be redrawn. */
  drawable: boolean;
  /** Aborted when the user asks to stop. */
  signal: AbortSignal;
}

/** The result of a command. */
export interface Outcome {
  /** The data with internal names and types; the output has snake_case names and ISO 8601 times. */
  data: unknown;
  /** Text for a person instead of the data; without it, the data is formatted. */
  text?: string;
  /** 1 if the command found something wrong. */
  exitCode?: 0 | 1;
}

/** A command of the command line. */
export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  options: Options;
  /**
   * Whether it needs the database; default true. `"as-is"`: the database is started, but neither created nor
   * migrated.
   */
  database: boolean | "as-is";
  run(input: Record<string, unknown>, streams: Streams): Promise<Outcome>;
}

interface Declaration<O extends Options> {
  name: string;
  summary: string;
  options: O;
  database?: boolean | "as-is";
  run(input: Values<O>, streams: Streams): Promise<Outcome>;
}

/** Declares a command; the type of its input follows from its options. */
export function command<O extends Options>(declaration: Declaration<O>): Command {
  const { run, ...rest } = declaration;
  // The runner fills the input from these options, each with its own reader.
  return { database: true, ...rest, run: (input, streams) => run(input as Values<O>, streams) };
}

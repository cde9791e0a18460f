import type { Options, Values } from "./options";

/** What a command reads and writes besides the database; tests put their own in its place. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** What was piped in, whole; `""` where nothing was. */
  readInput(): Promise<string>;
  /** Whether stderr is a screen that can be drawn on. */
  drawable: boolean;
  /** Aborted when the person asks to stop. */
  signal: AbortSignal;
}

/** What a command answers. */
export interface Outcome {
  /** In the house's words and types; the names become snake_case and the times ISO 8601 on the way out. */
  data: unknown;
  /** What a person reads instead; without it, the data laid out. */
  text?: string;
  /** 1 where the answer is that something is wrong. */
  exitCode?: 0 | 1;
}

/** One command of the line: what it is called, what it takes, what it does. */
export interface Command {
  /** One word or two. */
  name: string;
  summary: string;
  options: Options;
  /**
   * Whether it runs with the database ready; true unless it says otherwise. `"as-is"`: with the database running, but
   * neither made nor migrated for it.
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

/** Declares a command; its input is typed by its options. */
export function command<O extends Options>(declaration: Declaration<O>): Command {
  const { run, ...rest } = declaration;
  // The runner fills the input from these very options, each by its own reader.
  return { database: true, ...rest, run: (input, streams) => run(input as Values<O>, streams) };
}

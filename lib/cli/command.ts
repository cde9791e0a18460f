import type { Command } from "@commander-js/extra-typings";

/** The input and output of a command besides the database; tests replace it. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** The complete piped input; `""` if there is none. */
  readInput(): Promise<string>;
  /** Whether stderr is a terminal that can be redrawn. */
  isTerminal: boolean;
  /** Aborted when the user asks to stop. */
  signal: AbortSignal;
}

/** The result of a command. */
export interface Outcome {
  /**
   * The data with internal names and types; the output has snake_case names and ISO 8601 times. Undefined if the command
   * has written its output itself.
   */
  data: unknown;
  /** Text for a person instead of the data; without it, the data is formatted. */
  text?: string;
  /** 1 if the command found something wrong. */
  exitCode?: 0 | 1;
}

/** Whether a command needs the database. `"as-is"`: it is started, but neither created nor migrated. */
export type DatabaseUse = boolean | "as-is";

/** An invalid command line; the exit code is 2. Identified by `code`. */
export class UsageError extends Error {
  readonly code = "usage";
}

/** What a module needs to add its commands to the program. */
export interface CommandLine {
  program: Command;
  streams: Streams;
  /** Returns the action of a command that prints the data which `work` returns. */
  print<A extends unknown[]>(work: (...args: A) => Promise<unknown>): (...args: A) => Promise<void>;
  /** Returns the action of a command that prints an outcome; `database` defaults to true. */
  report<A extends unknown[]>(
    work: (...args: A) => Promise<Outcome>,
    database?: DatabaseUse,
  ): (...args: A) => Promise<void>;
}

/** Adds commands to the program. */
export type AddCommands = (commandLine: CommandLine) => void;

import type { Random } from "@/lib/cli/simulate/random";
import type { Violation } from "./checks";
import type { Stage } from "./stage";

/** What a fault has before its service starts: where it runs, and what has to be taken away again. */
export interface Ground {
  /** A folder of the fault's own. */
  folder: string;
}

/** What a fault changes of how its service is started. */
export interface Setting {
  /** Where `DATA_DIR` is, if not in the fault's folder. */
  dataDir?: string;
  /** Settings of the service and of the command line. */
  settings?: Record<string, string>;
  /** Environment of the service alone. */
  environment?: Record<string, string>;
  /** Where the data of an outside database are. */
  clusterDirectory?: string;
  /** A program that the service runs within. */
  within?: string[];
  /** Whether the service's clock can be believed; yes where not said. */
  isClockTrue?: boolean;
  /** Said below the table. */
  note?: string;
  /** Everything that is left over when the service has stopped. */
  clear?(): Promise<void>;
}

/** One round of a fault. */
export interface Round {
  stage: Stage;
  random: Random;
  /** Payments that other rounds make a second. */
  rate: number;
  /** From 1. */
  number: number;
}

/** Something that happens to a running service, again and again. */
export interface Fault {
  /** As `--only` names it. */
  name: string;
  /** As the table tells it. */
  title: string;
  rounds: number;
  /** How many times as fast as elsewhere is paid while it happens; once where not said. */
  pace?: number;
  /** Why it cannot be done on this machine; undefined where it can. */
  impossible?(): string | undefined;
  /** Prepares the ground before the service starts. */
  prepare?(ground: Ground): Promise<Setting>;
  /**
   * Does it, under load, and answers when it was over by itself (`performance.now()`): for a process that was ended,
   * when its start began. The service is to be well again soon after.
   */
  inject(round: Round): Promise<number>;
  /** Looks, when all rounds are over and all events are sent, for what only this fault can do wrong. */
  inspect?(stage: Stage): Violation[];
}

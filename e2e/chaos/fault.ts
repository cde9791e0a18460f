import type { Random } from "@/lib/cli/simulate/random";
import type { Violation } from "./checks";
import type { TestSystem } from "./system/test-system";

/** The resources of a fault before its service starts. */
interface FaultEnvironment {
  /** A folder for this fault only. */
  folder: string;
}

/** A fault's changes to the start of its service. */
export interface FaultSetup {
  /** `DATA_DIR`, if it is not in the fault's folder. */
  dataDir?: string;
  /** Settings of the service and of the command line. */
  settings?: Record<string, string>;
  /** Environment variables of the service only. */
  environment?: Record<string, string>;
  /** The data folder of an external database. */
  clusterDirectory?: string;
  /** A program that runs the service. */
  within?: string[];
  /** Whether the service's clock is correct; by default true. */
  isClockTrue?: boolean;
  /** Printed below the table. */
  note?: string;
  /** Releases the fault's remaining resources after the service has stopped. */
  clear?(): Promise<void>;
}

/** One round of a fault. */
export interface Round {
  system: TestSystem;
  random: Random;
  /** Payments per second in other rounds. */
  rate: number;
  /** Counted from 1. */
  number: number;
}

/** A fault that can be applied repeatedly to a running service. */
export interface Fault {
  /** The name for `--only`. */
  name: string;
  /** The description in the table. */
  title: string;
  rounds: number;
  /** The factor by which the payment rate is higher during the fault; by default 1. */
  pace?: number;
  /** Returns why the fault cannot run on this machine; undefined if it can. */
  impossible?(): string | undefined;
  /** Prepares the environment before the service starts. */
  prepare?(ground: FaultEnvironment): Promise<FaultSetup>;
  /**
   * Applies the fault under load. Resolves with the time at which it ended (`performance.now()`); for a process
   * that was killed, that of its next start. The service must recover soon afterwards.
   */
  inject(round: Round): Promise<number>;
  /** Checks, after all rounds and deliveries, for violations that only this fault can cause. */
  inspect?(system: TestSystem): Violation[];
}

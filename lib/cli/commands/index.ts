import type { Command } from "../command";
import { doctorCommands } from "../doctor";
import { simulateCommands } from "../simulate";
import { backupCommands } from "./backup";
import { deliverCommands } from "./deliver";
import { deviceCommands } from "./devices";
import { encryptionCommands } from "./encryption";
import { endpointCommands } from "./endpoints";
import { exceptionCommands } from "./exceptions";
import { keyCommands } from "./keys";
import { memberCommands } from "./members";
import { notificationCommands } from "./notifications";
import { operatorCommands } from "./operators";
import { secretCommands } from "./secrets";
import { terminalCommands } from "./terminals";
import { verifyCommands } from "./verify";

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...keyCommands,
  ...secretCommands,
  ...memberCommands,
  ...deviceCommands,
  ...terminalCommands,
  ...operatorCommands,
  ...exceptionCommands,
  ...notificationCommands,
  ...endpointCommands,
  ...simulateCommands,
  ...verifyCommands,
  ...deliverCommands,
  ...backupCommands,
  ...encryptionCommands,
  ...doctorCommands,
];

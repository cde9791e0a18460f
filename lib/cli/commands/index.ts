import type { Command } from "../command";
import { doctorCommands } from "../doctor";
import { simulateCommands } from "../simulate";
import { deviceCommands } from "./devices";
import { endpointCommands } from "./endpoints";
import { exceptionCommands } from "./exceptions";
import { keyCommands } from "./keys";
import { memberCommands } from "./members";
import { notificationCommands } from "./notifications";
import { operatorCommands } from "./operators";
import { backupCommands } from "./service/backup";
import { deliverCommands } from "./service/deliver";
import { encryptionCommands } from "./service/encryption";
import { secretCommands } from "./service/secrets";
import { verifyCommands } from "./service/verify";
import { terminalCommands } from "./terminals";

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

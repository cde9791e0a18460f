import type { AddCommands } from "../command";
import { addDoctorCommand } from "../doctor";
import { addMcpCommand } from "../mcp";
import { addSimulateCommand } from "../simulate";
import { addKeyCommands } from "./access/keys";
import { addMemberCommands } from "./access/members";
import { addOrganisationCommands } from "./access/organisations";
import { addAuditCommands } from "./audit";
import { addAccountCommands } from "./bank/accounts";
import { addConnectionCommands } from "./bank/connections";
import { addRefundCommands } from "./bank/refunds";
import { addSettlementCommands } from "./bank/settlements";
import { addDeviceCommands } from "./devices";
import { addExceptionCommands } from "./exceptions";
import { addNotificationCommands } from "./notifications";
import { addOperatorCommands } from "./operators";
import { addPayerCommands } from "./payers";
import { addRequestCommands } from "./requests";
import { addBackupCommands } from "./service/backup";
import { addCatchUpCommand } from "./service/catch-up";
import { addDeliverCommand } from "./service/deliver";
import { addEncryptionCommand } from "./service/encryption";
import { addSecretCommands } from "./service/secrets";
import { addVerifyCommand } from "./service/verify";
import { addSessionCommands } from "./sessions";
import { addTerminalCommands } from "./terminals";
import { addEndpointCommands } from "./webhooks/endpoints";
import { addListenCommand } from "./webhooks/listen";

/** All commands, in the order of the help. */
export const COMMANDS: readonly AddCommands[] = [
  addKeyCommands,
  addSecretCommands,
  addOrganisationCommands,
  addMemberCommands,
  addConnectionCommands,
  addSessionCommands,
  addDeviceCommands,
  addTerminalCommands,
  addOperatorCommands,
  addExceptionCommands,
  addNotificationCommands,
  addSettlementCommands,
  addAccountCommands,
  addCatchUpCommand,
  addRefundCommands,
  addEndpointCommands,
  addPayerCommands,
  addAuditCommands,
  addRequestCommands,
  addListenCommand,
  addMcpCommand,
  addSimulateCommand,
  addVerifyCommand,
  addDeliverCommand,
  addBackupCommands,
  addEncryptionCommand,
  addDoctorCommand,
];

export { acceptCode, listWithSecondFactor } from "./accept-code";
export { getRequiredRoles, setRequiredRoles } from "./required-roles";
export {
  confirmSetUp,
  getOwnSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSetUp,
  turnOffSecondFactor,
} from "./set-up";

export { dismissAlert, listOwnAlerts } from "./alerts";
export { createDemo } from "./demo";
export { describeMemberLink, redeemMemberLink } from "./join";
export { type ApiCaller, findApiCaller, lookUpApiCaller } from "./keys/api-key-auth";
export {
  type IssuedKey,
  issueApiKey,
  KEY_OVERLAP_MS,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "./keys/api-keys";
export { listOwnApiKeys } from "./keys/own-api-keys";
export {
  listSigningSecrets,
  rotateSigningSecret,
  type SigningSecret,
  showSigningSecrets,
} from "./keys/secrets";
export { issueTemporaryKey } from "./keys/temporary-key";
export { requestPasswordReset } from "./mailed-links";
export {
  changeRole,
  inviteMember,
  listMembers,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "./member-admin";
export { addMember, type Member, type NewMember } from "./members";
export { addSigningSecret, getOrganisation } from "./organisation";
export type { MemberLink } from "./password-links";
export { findLogo, removeLogo, setLogo } from "./profile/logo";
export { changeProfile, getProfile, getScreenTimeZone } from "./profile/profile";

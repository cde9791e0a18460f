export { dismissAlert, listOwnAlerts } from "./alerts";
export { type ApiCaller, findApiCaller, lookUpApiCaller } from "./api-key-auth";
export {
  type IssuedKey,
  issueApiKey,
  KEY_OVERLAP_MS,
  type ListedKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "./api-keys";
export { createDemo } from "./demo";
export { describeMemberLink, redeemMemberLink } from "./join";
export {
  changeRole,
  inviteMember,
  listMembers,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "./member-admin";
export { addMember, type Member, type NewMember } from "./members";
export { getOrganisation } from "./organisation";
export { issueOwnApiKey, listOwnApiKeys, revokeOwnApiKey, rotateOwnApiKey } from "./own-api-keys";
export type { MemberLink } from "./password-links";
export {
  listSigningSecrets,
  rotateSigningSecret,
  type SigningSecret,
  showSigningSecrets,
} from "./secrets";
export { issueTemporaryKey, type KeyOwner } from "./temporary-key";

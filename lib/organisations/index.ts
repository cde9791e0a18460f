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
export { issueKeyOf, listKeysOf, revokeKeyOf, rotateKeyOf } from "./own-api-keys";
export type { MemberLink } from "./password-links";
export {
  listSigningSecrets,
  rotateSigningSecret,
  type SigningSecret,
  showSigningSecrets,
} from "./secrets";
export { type Holder, issueTemporaryKey } from "./temporary-key";

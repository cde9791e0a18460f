export { dismissAlert, listOwnAlerts } from "./alerts";
export {
  type IssuedKey,
  issueApiKey,
  KEY_OVERLAP_MS,
  type ListedKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "./api-keys";
export { type ApiCaller, findApiCaller, lookUpApiCaller } from "./caller";
export { createDemo } from "./demo";
export { describeMemberLink, redeemMemberLink } from "./join";
export type { MemberLink } from "./links";
export { addMember, type Member, type NewMember } from "./members";
export { getOrganisation } from "./organisation";
export { issueKeyOf, listKeysOf, revokeKeyOf, rotateKeyOf } from "./organisation-keys";
export {
  listSigningSecrets,
  rotateSigningSecret,
  type SigningSecret,
  showSigningSecrets,
} from "./secrets";
export {
  changeRole,
  inviteMember,
  listMembers,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "./team";
export { type Holder, issueTemporaryKey } from "./temporary-key";

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
export { type MemberLink, redeemMemberLink } from "./links";
export { addMember, inviteMember, type Member, type NewMember, resetMember } from "./members";
export { getOrganisation } from "./organisation";
export { issueKeyOf, listKeysOf, revokeKeyOf, rotateKeyOf } from "./organisation-keys";
export {
  listSigningSecrets,
  rotateSecretOf,
  rotateSigningSecret,
  type SigningSecret,
  showSecretsOf,
  showSigningSecrets,
} from "./secrets";
export { changeRole, inviteMemberOf, listMembers, removeMember, resetMemberOf } from "./team";
export { type Holder, issueTemporaryKey } from "./temporary-key";

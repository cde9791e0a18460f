export { type NamedSecrets, replaceSharedSecrets, shareSecrets } from "./shared-secrets";
export {
  countStoredSecrets,
  listKeyUses,
  reencryptSecrets,
  requireReadable,
  type StoredSecrets,
} from "./stored-secrets";

export {
  countStoredSecrets,
  encryptPlainSecrets,
  listKeyUses,
  reencryptSecrets,
  requireReadable,
  type StoredSecrets,
} from "./stored";

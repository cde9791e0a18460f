export {
  countStoredSecrets,
  listKeyUses,
  reencryptSecrets,
  requireReadable,
  type StoredSecrets,
} from "./stored-secrets";

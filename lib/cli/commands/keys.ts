import { COMMAND_LINE, KEY_SCOPES } from "@/lib/core/scope";
import { issueApiKey, KEY_OVERLAP_MS, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/organisations";
import { command } from "../command";
import {
  addressRanges,
  defaulted,
  durationMs,
  filledText,
  flag,
  id,
  oneOf,
  optional,
  required,
  UsageError,
} from "../options";

const key = required("KEY_ID", "the key's id, key_…, as `keys list` shows it", id("apiKey"));

/** Commands that issue, list, revoke and rotate API keys (§5). */
export const keyCommands = [
  command({
    name: "keys issue",
    summary: "Issues an API key to an organisation, which is made where it is new. The key is shown once.",
    options: {
      organisation: required("NAME", "the organisation's name", filledText),
      mode: defaulted("MODE", "test (the default) or live", oneOf(["test", "live"]), "test"),
      scope: defaulted("SCOPE", "write (the default: reads and writes) or read", oneOf(KEY_SCOPES), "write"),
      allow: defaulted(
        "RANGES",
        "where calls may come from, such as 203.0.113.7,198.51.100.0/24; anywhere where not said",
        addressRanges,
        [],
      ),
    },
    run: async ({ scope, allow: allowedAddresses, ...input }) => ({
      data: await issueApiKey({ ...input, limits: { scope, allowedAddresses } }, COMMAND_LINE),
    }),
  }),
  command({
    name: "keys list",
    summary: "Lists API keys, the revoked and expired ones too; no key is shown whole.",
    options: { organisation: optional("NAME", "only this organisation's", filledText) },
    run: async (input) => ({ data: await listApiKeys(input) }),
  }),
  command({
    name: "keys revoke",
    summary: "Revokes an API key.",
    options: { key },
    run: async (input) => ({ data: await revokeApiKey({ keyId: input.key }, COMMAND_LINE) }),
  }),
  command({
    name: "keys rotate",
    summary: "Issues a new API key of the same mode; the old one stays good for an overlap.",
    options: {
      key,
      overlap: optional(
        "TIME",
        "how long the old key stays good, such as 1h; 24h where not said",
        durationMs,
      ),
      now: flag("revoke the old key at once"),
    },
    run: async ({ key: keyId, overlap, now }) => {
      if (now && overlap !== undefined) throw new UsageError("--now and --overlap exclude one another.");
      const overlapMs = now ? 0 : (overlap ?? KEY_OVERLAP_MS);
      const { name, ...rotated } = await rotateApiKey({ keyId, overlapMs }, COMMAND_LINE);
      return { data: rotated };
    },
  }),
];

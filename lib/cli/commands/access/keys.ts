import { Option } from "@commander-js/extra-typings";
import { COMMAND_LINE, KEY_SCOPES } from "@/lib/core/scope";
import {
  getOrganisation,
  issueApiKey,
  KEY_OVERLAP_MS,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/organisations";
import type { CommandLine } from "../../command";
import { addressRanges, durationMs, id, mode, organisation, organisationFilter } from "../../options";

const key = new Option("--key <KEY_ID>", "the key's id, key_…, as listed by `keys list`")
  .argParser(id("apiKey"))
  .makeOptionMandatory();

/** Adds the commands that issue, list, revoke and rotate API keys (§5). */
export function addKeyCommands({ program, print }: CommandLine): void {
  const keys = program.command("keys").description("API keys of organisations.");
  keys
    .command("issue")
    .description(
      "Issues an API key to an organisation, which is created if it is new. The key is displayed once.",
    )
    .addOption(organisation)
    .addOption(mode)
    .addOption(new Option("--scope <SCOPE>", "write also reads").choices(KEY_SCOPES).default("write"))
    .addOption(
      new Option("--allow <RANGES>", "where calls may come from, such as 203.0.113.7,198.51.100.0/24")
        .argParser(addressRanges)
        .default([], "anywhere"),
    )
    .option(
      "--without-deployment-account",
      "a live key usually also allows the organisation the deployment's own bank account; this one does not",
    )
    .action(
      print(async ({ scope, allow: allowedAddresses, withoutDeploymentAccount = false, ...input }) => {
        const request = {
          limits: { scope, allowedAddresses },
          allowsDeploymentAccount: !withoutDeploymentAccount,
        };
        const { name, ...issued } = await issueApiKey(COMMAND_LINE, { ...input, ...request });
        return issued;
      }),
    );
  keys
    .command("list")
    .description("Lists API keys, including revoked and expired ones. No key is displayed in full.")
    .addOption(organisationFilter)
    .action(
      print(async (input) => {
        if (input.organisation !== undefined) await getOrganisation({ organisation: input.organisation });
        return listApiKeys(input);
      }),
    );
  keys
    .command("revoke")
    .description("Revokes an API key at once.")
    .addOption(key)
    .action(print((input) => revokeApiKey(COMMAND_LINE, { keyId: input.key })));
  keys
    .command("rotate")
    .description("Issues a new API key of the same mode. The old one stays valid for an overlap.")
    .addOption(key)
    .addOption(
      new Option("--overlap <TIME>", "how long the old key stays valid, such as 1h")
        .argParser(durationMs)
        .default(KEY_OVERLAP_MS, "24h"),
    )
    .addOption(new Option("--now", "revoke the old key at once").conflicts("overlap"))
    .action(
      print(async ({ key: keyId, overlap, now }) => {
        const { name, ...rotated } = await rotateApiKey(COMMAND_LINE, {
          keyId,
          overlapMs: now ? 0 : overlap,
        });
        return rotated;
      }),
    );
}

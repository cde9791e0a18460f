import { rotateSigningSecret, showSigningSecrets } from "@/lib/organisations";
import type { CommandLine } from "../../command";
import { organisation } from "../../options";
import { commandLineScope } from "../../scope";

/** Adds the commands that show and rotate the secrets that sign webhook events (§6). */
export function addSecretCommands({ program, print }: CommandLine): void {
  const secrets = program.command("secrets").description("The secrets that sign webhook events.");
  secrets
    .command("show")
    .description("Prints the secrets that sign an organisation's events, the active one first.")
    .addOption(organisation)
    .action(print(async (input) => showSigningSecrets(await commandLineScope(input))));
  secrets
    .command("rotate")
    .description("Activates a new signing secret. The old one signs in addition for another 24 hours.")
    .addOption(organisation)
    .action(print(async (input) => rotateSigningSecret(await commandLineScope(input))));
}

import { rotateSigningSecret, showSigningSecrets } from "@/lib/organisations";
import { command } from "../../command";
import { filledText, required } from "../../options";
import { commandLineScope } from "../../scope";

const organisation = required("NAME", "the organisation's name", filledText);

/** Commands that show and rotate the secrets that sign webhook events (§6). */
export const secretCommands = [
  command({
    name: "secrets show",
    summary: "Shows the secrets that sign an organisation's events now, the one in force first.",
    options: { organisation },
    run: async (input) => ({ data: await showSigningSecrets(await commandLineScope(input)) }),
  }),
  command({
    name: "secrets rotate",
    summary: "Puts a new signing secret in force; the old one signs beside it for another 24 hours.",
    options: { organisation },
    run: async (input) => ({ data: await rotateSigningSecret(await commandLineScope(input)) }),
  }),
];

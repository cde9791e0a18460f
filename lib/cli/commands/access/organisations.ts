import { readFile } from "node:fs/promises";
import { changeProfile, getProfile, removeLogo, setLogo } from "@/lib/organisations";
import { ChangeProfile } from "@/lib/organisations/contract";
import { LOGO_SIZE_LIMIT } from "@/lib/organisations/labels";
import { type CommandLine, UsageError } from "../../command";
import { organisation } from "../../options";
import { commandLineScope } from "../../scope";

/** Adds the command that shows and changes the profile of an organisation. */
export function addOrganisationCommands({ program, print }: CommandLine): void {
  program
    .command("organisations")
    .description("The organisations that use the service.")
    .command("profile")
    .description("Changes what is given of an organisation's profile, and prints the profile.")
    .addOption(organisation)
    .option("--legal-name <NAME>", 'the legal name on printed pages; "" removes it')
    .option("--address <TEXT>", 'the postal address, of up to six lines; "" removes it')
    .option("--time-zone <ZONE>", 'the IANA time zone of the dashboard; "" is that of the service')
    .option("--logo <FILE>", `a PNG, JPEG or WebP file of ${LOGO_SIZE_LIMIT}`)
    .option("--remove-logo", "removes the logo")
    .action(
      print(async ({ logo, removeLogo: isLogoRemoved, legalName, address, timeZone, ...input }) => {
        if (logo !== undefined && isLogoRemoved)
          throw new UsageError("Give --logo or --remove-logo, not both.");
        const change = parseChange({ legal_name: legalName, address, time_zone: timeZone });
        const image = logo === undefined ? undefined : await readImage(logo);
        const scope = await commandLineScope(input);
        if (image) await setLogo(scope, image);
        if (isLogoRemoved) await removeLogo(scope);
        await changeProfile(scope, change);
        const { name, legal_name, address: printed, time_zone, logo: stored } = await getProfile(scope);
        const { sha256: _, ...shown } = stored ?? { sha256: "" };
        const profile = { name, legalName: legal_name, address: printed, timeZone: time_zone };
        return { ...profile, logo: stored && shown };
      }),
    );
}

/** Checks the texts as the dashboard does. Throws a `UsageError` that names the option. */
function parseChange(given: Record<string, string | undefined>) {
  const parsed = ChangeProfile.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0]).replace("_", "-")} ${issue?.message}.`);
}

/** Reads an image. Throws a `UsageError` if the file cannot be read. */
function readImage(file: string): Promise<Buffer> {
  return readFile(file).catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(`--logo: ${file} cannot be read (${thrown.code}).`);
  });
}

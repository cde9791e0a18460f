import { Option } from "@commander-js/extra-typings";
import { archiveAuditLog, checkAuditArchive } from "@/lib/audit";
import type { CommandLine } from "../command";
import { filledText, instant, organisation } from "../options";
import { commandLineScope } from "../scope";

const file = new Option("--file <FILE>", "the archive").argParser(filledText).makeOptionMandatory();

/** Adds the commands that write an organisation's audit log into a file, and check such a file. */
export function addAuditCommands({ program, print, report }: CommandLine): void {
  const audit = program.command("audit").description("The audit log of an organisation.");
  audit
    .command("archive")
    .description(
      "Writes the audit entries from before a time into a new file, with a chain of hashes. They stay in the database.",
    )
    .addOption(organisation)
    .addOption(new Option("--before <TIME>", "up to when").argParser(instant).makeOptionMandatory())
    .addOption(new Option("--to <FILE>", "the new file").argParser(filledText).makeOptionMandatory())
    .action(
      print(async ({ before, to, ...input }) =>
        archiveAuditLog(await commandLineScope(input), { before, file: to }),
      ),
    );
  audit
    .command("check")
    .description("Checks that no line of an archive was changed, added or removed. Exits 1 otherwise.")
    .addOption(organisation)
    .addOption(file)
    .action(
      report(async ({ file: archive, ...input }) => {
        const data = await checkAuditArchive(await commandLineScope(input), archive);
        return { data, exitCode: data.brokenAt === null && data.isRecorded ? 0 : 1 };
      }),
    );
}

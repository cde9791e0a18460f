import { archiveEvent, changeEvent, getEvent } from "@/lib/sessions";
import { ChangeEvent } from "@/lib/sessions/contract";
import { type CommandLine, UsageError } from "../command";
import { mode, organisation, session } from "../options";
import { commandLineScope } from "../scope";

/** Adds the commands that change the details of a session's event, and archive and restore test events. */
export function addSessionCommands({ program, print }: CommandLine): void {
  const sessions = program.command("sessions").description("The sessions of events.");
  sessions
    .command("edit")
    .description(
      "Changes the name, venue or planned times of an event. Its account keeps the name that it was opened with.",
    )
    .addOption(organisation)
    .addOption(mode)
    .addOption(session)
    .option("--name <NAME>", "the new name")
    .option("--venue <VENUE>", 'the new venue; "" removes it')
    .option("--starts <TIME>", 'the new start; "" removes it')
    .option("--ends <TIME>", 'the new end; "" removes it')
    .action(
      print(async ({ session: sessionId, name, venue, starts: starts_at, ends: ends_at, ...input }) => {
        const given = { name, venue, starts_at, ends_at };
        if (Object.values(given).every((value) => value === undefined))
          throw new UsageError("Give at least one of --name, --venue, --starts and --ends.");
        const scope = await commandLineScope(input);
        await changeEvent(scope, sessionId, parseChange(given));
        const event = await getEvent(scope, sessionId);
        const { venue: place, starts_at: startsAt, ends_at: endsAt } = event;
        return { sessionId, name: event.name, venue: place, startsAt, endsAt };
      }),
    );
  for (const [command, isArchived, description] of [
    ["archive", true, "Hides a test event from the list of events. Nothing of it is deleted."],
    ["restore", false, "Lists an archived test event again."],
  ] as const)
    sessions
      .command(command)
      .description(description)
      .addOption(organisation)
      .addOption(session)
      .action(
        print(async ({ session: sessionId, ...input }) => {
          await archiveEvent(await commandLineScope({ ...input, mode: "test" }), sessionId, isArchived);
          return { sessionId, archived: isArchived };
        }),
      );
}

/** Checks the texts as the dashboard does. Throws a `UsageError` that names the option. */
function parseChange(given: Record<string, string | undefined>) {
  const parsed = ChangeEvent.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0]).replace("_at", "")} ${issue?.message}.`);
}

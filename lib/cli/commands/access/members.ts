import { type Command, Option } from "@commander-js/extra-typings";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { COMMAND_LINE } from "@/lib/core/scope";
import { addMember, inviteMember, resetMember, resetSecondFactor } from "@/lib/organisations";
import { newPassword } from "@/lib/security/password";
import type { CommandLine } from "../../command";
import { filledText, organisation } from "../../options";
import { commandLineScope } from "../../scope";

/** Adds the commands that add and invite members, and reset their passwords and second factors. */
export function addMemberCommands({ program, print, streams }: CommandLine): void {
  const members = program.command("members").description("The people who sign in to the dashboard.");
  newMemberCommand(members, "add")
    .description(
      "Adds a member with the password on stdin, or else with a generated one that is printed once.",
    )
    .addHelpText(
      "after",
      '\nExample:\n  printf \'%s\' "$PASSWORD" | takings members add --organisation "Lagos Live" --email ada@example.com',
    )
    .action(
      print(async (input) => {
        const pipedPassword = (await streams.readInput()).replace(/\r?\n$/, "");
        const password = pipedPassword || newPassword();
        const member = await addMember(COMMAND_LINE, { ...input, password });
        return { ...member, password: pipedPassword ? undefined : password };
      }),
    );
  newMemberCommand(members, "invite")
    .description("Invites a person and prints the single-use link, valid for 72 hours, with which they join.")
    .action(print(async (input) => inviteMember(await commandLineScope(input), input)));
  memberCommand(members, "reset")
    .description("Prints a single-use link, valid for 72 hours, with which a member sets a new password.")
    .action(print(async (input) => resetMember(await commandLineScope(input), input)));
  memberCommand(members, "reset-second-factor")
    .description("Removes the second factor of a member who has lost it, and ends their sign-ins.")
    .action(
      print(async (input) => {
        const reset = await resetSecondFactor(await commandLineScope(input), input);
        const { memberId, organisationId, email, role } = reset;
        return { memberId, organisationId, email, role };
      }),
    );
}

const memberCommand = (members: Command, name: string) =>
  members
    .command(name)
    .addOption(organisation)
    .requiredOption("--email <EMAIL>", "the address that the member signs in with", filledText);

const newMemberCommand = (members: Command, name: string) =>
  memberCommand(members, name)
    .option("--name <NAME>", "the member's name", filledText)
    .addOption(
      new Option("--role <ROLE>", "default: owner for the first member, viewer for later ones").choices(
        MEMBER_ROLES,
      ),
    );

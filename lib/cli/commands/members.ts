import { MEMBER_ROLES } from "@/lib/core/roles";
import { COMMAND_LINE } from "@/lib/core/scope";
import { addMember, inviteMember, resetMember, resetSecondFactor } from "@/lib/organisations";
import { newPassword } from "@/lib/security/password";
import { command } from "../command";
import { filledText, oneOf, optional, required } from "../options";
import { commandLineScope } from "../scope";

const memberOptions = {
  organisation: required("NAME", "the organisation's name", filledText),
  email: required("EMAIL", "the address the member signs in with", filledText),
};
const newMemberOptions = {
  ...memberOptions,
  name: optional("NAME", "the member's name", filledText),
  role: optional(
    "ROLE",
    `${MEMBER_ROLES.join(", ")}; the first member is owner, a later one viewer where not said`,
    oneOf(MEMBER_ROLES),
  ),
};

/** Commands that add and invite members, and reset their passwords and second factors. */
export const memberCommands = [
  command({
    name: "members add",
    summary: "Adds a member with the password on stdin, or else a generated one that is shown once.",
    options: newMemberOptions,
    run: async (input, streams) => {
      const pipedPassword = (await streams.readInput()).replace(/\r?\n$/, "");
      const password = pipedPassword || newPassword();
      const member = await addMember({ ...input, password }, COMMAND_LINE);
      return { data: { ...member, password: pipedPassword ? undefined : password } };
    },
  }),
  command({
    name: "members invite",
    summary: "Invites somebody and prints the single-use link, good for 72 hours, by which they join.",
    options: newMemberOptions,
    run: async (input) => ({ data: await inviteMember(await commandLineScope(input), input) }),
  }),
  command({
    name: "members reset",
    summary: "Prints a single-use link, good for 72 hours, by which a member sets a new password.",
    options: memberOptions,
    run: async (input) => ({ data: await resetMember(await commandLineScope(input), input) }),
  }),
  command({
    name: "members reset-second-factor",
    summary: "Removes the second factor of a member who has lost it, and ends their sign-ins.",
    options: memberOptions,
    run: async (input) => {
      const { memberId, organisationId, email, role } = await resetSecondFactor(
        await commandLineScope(input),
        input,
      );
      return { data: { memberId, organisationId, email, role } };
    },
  }),
];

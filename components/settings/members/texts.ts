// The texts of settings/members.

// invite-dialog
export const inviteAMember = "Invite a member";
export const youGetALinkToSend =
  "You get a link to send them, which is also mailed where the service sends mail. With it they set a password of their own.";
export const makeTheLink = "Make the link";
export const workEmail = "Work email";
export const typeAnAddress = "type an address such as ada@example.com.";
export const name = "Name";
export const optional = "Optional";
export const role = "Role";
export const rolesTableListsPermissions = "The table of roles lists the permissions of each.";

// link-reveal
export const theLinkIsReady = (name: string) => `The link for ${name} is ready`;
export const theLinkSetsThePassword = (mailed: string, until: string) =>
  `${mailed}The link sets the password once, until ${until}. If it is lost, make a new one.`;
export const itWasMailedToThemToo = "It was mailed to them, too. ";

// member-columns
export const invited = "Invited";
export const secondFactor = "Second factor";
export const roleOf = (name: string) => `Role of ${name}`;
export const whatToDoWith = (name: string) => `What to do with ${name}`;
export const moreFor = (name: string) => `More for ${name}`;
export const newLink = "New link";
export const linkForANewPassword = "Link for a new password";
export const resetSecondFactor = "Reset second factor";
export const remove = "Remove";
export const member = "Member";
export const added = "Added";
export const more = "More";

// member-requests
export const noLinkWasMade = "No link was made.";
export const theRoleWasNotChanged = "The role was not changed.";

// members-card
export const members = "Members";
export const invite = "Invite";
export const theMembersDidNotLoad = "The members did not load";
export const thereAreNoMembers = "There are no members";

// remove-dialog
export const removeQuestion = (name: string) => `Remove ${name}?`;
export const theyAreSignedOutEverywhere =
  "They are signed out everywhere at once and cannot come back without a new invitation. What they did stays in the audit log.";
export const keep = (name: string) => `Keep ${name}`;
export const wasNotRemoved = (name: string) => `${name} was not removed.`;
export const resetTheSecondFactorOf = (name: string) => `Reset the second factor of ${name}?`;
export const speakToThemFirst =
  "Do this only if you have spoken to them. They are signed out, and their password alone signs them in until they set up another.";
export const keepIt = "Keep it";
export const reset = "Reset";
export const theSecondFactorWasNotReset = (name: string) => `The second factor of ${name} was not reset.`;

// required-roles
export const secondFactorRequiredOf = "Second factor required of";
export const theseRolesSetOneUp = "Members of these roles set one up before they can do anything else.";

// roles-card
export const yes = "Yes";
export const no = "No";
export const roles = "Roles";
export const permission = "Permission";
export const whatEachRoleMay = "What each role may";
export const yourRole = (roleName: string) => `Your role: ${roleName}`;

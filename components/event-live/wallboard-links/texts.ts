// The texts of event-live/wallboard-links.

// wallboard-dialog
export const wallboard = "Wallboard";
export const forATvInTheHall =
  "For a TV in the hall: no account numbers, no narrations, surnames as an initial.";
export const openItHere = "Open it here";
export const aLinkWasMadeOn = "A link was made on ";
export const linkShowsWallboardUntil = ". Anyone with the link sees the wallboard without signing in, until ";
export const orUntilEventIsClosed = " or until the event is closed. It is shown once; a new one ends it.";
export const anyoneWithLinkSeesWallboard =
  "Anyone with the link sees the wallboard without signing in, until a day after the event ends, you close the event or you revoke the link.";
export const theWallboardsLink = "the wallboard's link";
export const copy = "Copy";
export const noLinkWasMade = "No link was made.";
export const nothingChanged = "Nothing changed.";
export const newLink = "New link";
export const makeALink = "Make a link";
export const revokeTheLink = "Revoke the link";

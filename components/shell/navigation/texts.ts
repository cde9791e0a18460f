// The texts of shell/navigation.

// bottom-tabs
export const money = "Money";
export const overview = "Overview";
export const main = "Main";
export const more = "More";
export const searchAndCommands = "Search and commands";
export const signOut = "Sign out";

// event-switcher
export const switchEvent = "Switch event";
export const otherEvents = "Other events";
export const thereIsNoOther = "There is no other.";
export const allEvents = "All events";

// member-menu
export const youAreStillSignedIn = "You are still signed in: the service was not reached.";
export const yourAccount = "Your account";
export const settings = "Settings";
export const keyboardShortcuts = "Keyboard shortcuts";

// nav-link
export const waiting = " waiting";

// organisation-items
export const notSwitchedTo = (name: string, detail: string) => `Not switched to ${name}. ${detail}`;
export const organisations = "Organisations";
export const current = "current";

// sidebar
export const takings = "Takings";
export const noRealMoneyMovesHere = "No real money moves here";
export const test = "Test";
export const eventLabel = "Event";

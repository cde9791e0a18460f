// The texts of ui/overlays.

// check-menu
export const noneChosen = "None chosen";
export const chosen = (length: number) => `${length} chosen`;
export const search = (label: string) => `Search ${label}`;
export const noMatches = "No matches";
export const clear = "Clear";

// dialog
export const close = "Close";

// drawer
export const previousK = "Previous (K)";
export const nextJ = "Next (J)";

// form-footer
export const cancel = "Cancel";

// lazy
export const thatDidNotLoadCheck = "That did not load. Check the connection and try again.";

// menu-panel
export const menu = "Menu";

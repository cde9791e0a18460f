// The texts of ui/overlays that the first scripts of the live page use; the others are in late-texts.ts.

// lazy
export const thatDidNotLoad = "That did not load. Check the connection and try again.";

// menu-panel
export const menu = "Menu";

// The texts of ui/overlays: those that the first scripts of the live page do not use.

// dialog
export const close = "Close";

// drawer
export const previousK = "Previous (K)";
export const nextJ = "Next (J)";

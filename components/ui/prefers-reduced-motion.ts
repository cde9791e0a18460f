/** Whether the reader has asked their machine for less motion (design §6). */
export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

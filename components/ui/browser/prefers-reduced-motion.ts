/** Whether the reader prefers reduced motion (design §6). */
export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

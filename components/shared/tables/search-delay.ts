/** How long a search waits after the last key press, in milliseconds. */
export const SEARCH_DELAY_MS = 150;

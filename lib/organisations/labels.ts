/** The limits of a logo: its size in bytes, and its width and height in pixels. */
export const MAX_LOGO_BYTES = 512 * 1024;
export const MIN_LOGO_PIXELS = 64;
export const MAX_LOGO_PIXELS = 2_048;

/** The same limits as texts. */
export const LOGO_SIZE_LIMIT = "at most 512 KB";
export const LOGO_SIDE_LIMIT = "64 to 2,048 pixels on each side";

/** The cookie with the chosen theme. The server renders it into the document, so that the page does not flash. */
export const THEME_COOKIE = "takings-theme";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Parses a theme from the cookie's value; defaults to the system theme. */
export function readTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** The class on `<html>` for a theme; "" for the system theme. */
export function themeClass(theme: Theme): string {
  return theme === "system" ? "" : theme;
}

/** Cookies that turn single-key shortcuts and spoken summaries off; rendered into the document like the theme. */
export const KEYS_COOKIE = "takings-keys";
export const ANNOUNCE_COOKIE = "takings-announce";

/** The cookie that hides the first steps of a new organisation. */
export const FIRST_STEPS_COOKIE = "takings-first-steps";

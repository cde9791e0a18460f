/** The cookie that holds the reader's choice; the server puts it on the document, so that no page flashes. */
export const THEME_COOKIE = "takings-theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** A theme as the cookie has it; anything else is the system's. */
export function readTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** The class on `<html>` that a theme is; the system's needs none. */
export function themeClass(theme: Theme): string {
  return theme === "system" ? "" : theme;
}

/** Whether single keys are off, and spoken summaries: kept like the theme, and put on the document with it. */
export const KEYS_COOKIE = "takings-keys";
export const ANNOUNCE_COOKIE = "takings-announce";

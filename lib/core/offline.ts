/** The key under which a browser keeps the last totals for the page without a connection. */
export const OFFLINE_TOTALS_KEY = "takings-last-totals";
/** The page that the installed app shows if the service cannot be reached. */
export const OFFLINE_PATH = "/offline";

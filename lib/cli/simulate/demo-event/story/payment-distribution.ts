/** Distribution of the event's payments over time, of any status. A digit is a number of payments. */

/** Transfers, and all payments, in each five minutes from 17:00; the last covers only 20:40 to 20:43. */
// biome-ignore format: a table
export const EVENING_TRANSFERS = [
  0, 2, 4, 2, 1, 3, 4, 5, 4, 6, 6, 6, 13, 9, 11, 12, 13, 15, 17, 12, 16, 19, 13, 12, 13, 21, 23, 20, 12, 7, 12, 15, 12,
  10, 12, 10, 11, 15, 21, 17, 15, 13, 16, 11, 6,
] as const;
// biome-ignore format: a table
export const EVENING_ALL = [
  2, 9, 8, 6, 6, 9, 8, 10, 12, 9, 11, 17, 29, 14, 20, 29, 36, 28, 34, 28, 32, 39, 36, 37, 36, 42, 45, 37, 28, 22, 24,
  38, 36, 29, 29, 31, 33, 35, 47, 41, 34, 31, 40, 31, 13,
] as const;
/** Terminal 6 in each five minutes from 17:00. */
export const FOOD_COURT = "10110101101310152152153302334023123241332333";

/** Each minute of the hour from 20:43; the current one covers 18 seconds. */
export const HOUR_TRANSFERS = "051132302121111512314202313221210225822454147203345154125552";
export const HOUR_POS = "23421470261515330431631343452333040324745562752436a552455381";
/** Each terminal in each two and a half minutes of the hour that ends at 21:42:18. */
export const HOUR_TERMINALS = [
  "041032021002200221225231",
  "210002031220102000312013",
  "000000101010100120010021",
  "102231103102110434342213",
  "014011121022211302316323",
  "021121111112021230000000",
  "000001001210101211102111",
  "103110100010100002001111",
] as const;

/** Relative activity in each five minutes after 21:43, until the last payments before 01:00. */
// biome-ignore format: a table
export const LATE = [
  52, 44, 36, 34, 30, 31, 28, 29, 26, 28, 27, 25, 27, 25, 24, 26, 30, 22, 19, 18, 16, 14, 15, 12, 13, 11, 12, 9, 8, 9,
  7, 6, 7, 6, 5, 4, 5, 4, 4,
] as const;
/** When Terminal 6 resumes after a lost network connection. */
export const FOOD_COURT_BACK = "21:49";

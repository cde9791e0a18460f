// The texts of event-live/announcements.
import { formatCountWithNoun } from "@/lib/core/format/count";

export const in15SecondsTotal = (counted: string, amount: string, amount2: string) =>
  `${counted}, ${amount}, in 15 seconds. Total ${amount2}.`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const silent = (terminals: string) => `${terminals} silent.`;

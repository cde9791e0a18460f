// The texts of event-live/announcements.
import { formatCountWithNoun } from "@/lib/core/format/count";

export const in15SecondsTotal = (counted: string, amount: string, total: string) =>
  `${counted}, ${amount}, in 15 seconds. Total ${total}.`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const silent = (terminals: string) => `${terminals} silent.`;

import * as texts from "./texts";
/**
 * Columns of the payment list. Their widths are fixed, so that a new payment moves none of them; the payer has the rest.
 */
export const COLUMNS = [
  { key: "time", title: texts.time, width: "w-20", sort: { now: "descending" as const } },
  { key: "payer", title: texts.payer },
  { key: "bank", title: texts.bank, width: "w-[14.5%]", priority: 4 as const },
  { key: "narration", title: texts.narration, width: "w-[11.5%]", priority: 4 as const },
  { key: "channel", title: texts.channel, width: "w-[90px]", priority: 2 as const },
  { key: "terminal", title: texts.terminal, width: "w-[86px]", priority: 3 as const },
  { key: "operator", title: texts.operator, width: "w-[11%]", priority: 3 as const },
  { key: "order", title: texts.order, width: "w-[84px]", priority: 5 as const },
  { key: "status", title: texts.status, width: "w-[108px]" },
  { key: "amount", title: texts.amount, width: "w-[140px]", end: true },
];

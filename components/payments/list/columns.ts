/**
 * Columns of the payment list. Their widths are fixed, so that a new payment moves none of them; the payer has the rest.
 */
export const COLUMNS = [
  { key: "time", title: "Time", width: "w-20", sort: { now: "descending" as const } },
  { key: "payer", title: "Payer" },
  { key: "bank", title: "Bank", width: "w-[14.5%]", priority: 4 as const },
  { key: "narration", title: "Narration", width: "w-[11.5%]", priority: 4 as const },
  { key: "channel", title: "Channel", width: "w-[90px]", priority: 2 as const },
  { key: "terminal", title: "Terminal", width: "w-[86px]", priority: 3 as const },
  { key: "operator", title: "Operator", width: "w-[11%]", priority: 3 as const },
  { key: "order", title: "Order", width: "w-[5%]", priority: 5 as const },
  { key: "status", title: "Status", width: "w-[108px]" },
  { key: "amount", title: "Amount", width: "w-[132px]", end: true },
];

/** Columns of the payment list. */
export const COLUMNS = [
  { key: "time", title: "Time", sort: { now: "descending" as const } },
  { key: "payer", title: "Payer" },
  { key: "bank", title: "Bank", priority: 4 as const },
  { key: "narration", title: "Narration", priority: 4 as const },
  { key: "channel", title: "Channel", priority: 2 as const },
  { key: "terminal", title: "Terminal", priority: 3 as const },
  { key: "operator", title: "Operator", priority: 3 as const },
  { key: "order", title: "Order", priority: 5 as const },
  { key: "status", title: "Status" },
  { key: "amount", title: "Amount", end: true },
];

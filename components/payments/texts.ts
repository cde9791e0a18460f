// The texts of payments.

// export-menu
export const exportLabel = "Export";
export const thesePayments = "These payments";
export const allPayments = "All payments";
export const csv = "CSV";
export const excel = "Excel";
export const printSummary = "Print summary";

// filter-options
export const successful = "Successful";
export const pending = "Pending";
export const failed = "Failed";
export const bankTransfer = "Bank transfer";
export const unassigned = "Unassigned";
export const matchedWithAnOrder = "Matched with an order";
export const notMatched = "Not matched";

// payments-summary
export const payments = "Payments";
export const clear = "Clear";
export const moreThan = "more than ";
export const foundOfAll = (more: string, found: string, all: string, amount: string) =>
  `${more}${found} of ${all}, ${more}${amount}`;

// payments-toolbar
export const status = "Status";
export const channel = "Channel";
export const terminal = "Terminal";
export const operator = "Operator";
export const order = "Order";
export const findPayments = "Find payments by payer, account, narration, reference or amount";
export const payerNarrationReferenceAmount = "Payer, narration, reference, amount";
export const search = "Search";
export const filter = "Filter";
export const resume = "Resume";
export const pause = "Pause";
export const chosen = (count: number) => `${count} chosen`;
export const filterWithCount = (label: string, count: number) => `${label}, ${count} set`;

// The texts of operators/assign.
import { formatCountWithNoun } from "@/lib/core/format/count";

// assign-drawer
export const assignedTo = (counted: string, name: string) => `${counted} assigned to ${name}.`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const nothingWasAssigned = (detail: string) => `Nothing was assigned. ${detail}`;
export const noneChosen = "None chosen";
export const chosen = (counted: string) => `${counted} chosen`;
export const unassigned = "Unassigned";
export const choosePaymentsAndTheOperator = "Choose payments and the operator who took them.";
export const whoTookThem = "Who took them";
export const chooseAnOperator = "Choose an operator";
export const assign = "Assign";
export const whichPayments = "Which payments";
export const transfers = "Transfers";
export const atTerminals = "At terminals";
export const searchUnassignedPayments = "Search unassigned payments";
export const payerAmountNarration = "Payer, amount, narration";

// assign-list
export const allPaymentsHereAreAssigned = "All payments here are assigned.";
export const allShown = (count: number) => `All ${count} shown`;
export const chooseAll = (counted: string) => `Choose all ${counted}`;
export const unassignedPayments = "Unassigned payments";
export const showMore = "Show more";
export const noName = "No name";

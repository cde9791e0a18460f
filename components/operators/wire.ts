import type { z } from "zod";
import type { OperatorRow, OperatorsOverview } from "@/lib/operators/contract";
import type { PaymentsPage } from "@/lib/payment-search/contract";

/** What the dashboard's door says of operators, as JSON has it. */
export type Operators = z.input<typeof OperatorsOverview>;
export type Operator = z.input<typeof OperatorRow>;
export type Post = Operators["terminals"][number];
export type Payments = z.input<typeof PaymentsPage>;
export type Payment = Payments["rows"][number];

const sessionPath = (sessionId: string) => `/api/dashboard/sessions/${sessionId}`;

/** Where the door tells of an event's operators. */
export const operatorsPath = (sessionId: string) => `${sessionPath(sessionId)}/operators`;

/** Where the door is told who is on a terminal. */
export const postPath = (sessionId: string, terminalId: string) =>
  `${sessionPath(sessionId)}/terminals/${terminalId}/operator`;

/** Where the door tells of an event's payments. */
export const paymentsPath = (sessionId: string) => `${sessionPath(sessionId)}/payments`;

/** A terminal in a few words: `Terminal 6, Food court`. */
export const whereOf = ({ label, place }: { label: string; place: string }) =>
  place ? `${label}, ${place}` : label;

import type { z } from "zod";
import type { OperatorRow, OperatorsOverview } from "@/lib/operators/contract";
import type { PaymentsPage } from "@/lib/payment-search/contract";

/** Operator responses of the dashboard JSON API, before parsing. */
export type OperatorsJson = z.input<typeof OperatorsOverview>;
export type OperatorJson = z.input<typeof OperatorRow>;
export type TerminalAssignment = OperatorsJson["terminals"][number];
export type PaymentListJson = z.input<typeof PaymentsPage>;
export type PaymentRowJson = PaymentListJson["rows"][number];

const sessionPath = (sessionId: string) => `/api/dashboard/sessions/${sessionId}`;

/** Path of an event's operators. */
export const operatorsPath = (sessionId: string) => `${sessionPath(sessionId)}/operators`;

/** Path of a terminal's operator assignment. */
export const assignmentPath = (sessionId: string, terminalId: string) =>
  `${sessionPath(sessionId)}/terminals/${terminalId}/operator`;

/** Path of an event's payments. */
export const paymentsPath = (sessionId: string) => `${sessionPath(sessionId)}/payments`;

/** Formats a terminal: `Terminal 6, Food court`. */
export const formatTerminalLocation = ({ label, location }: { label: string; location: string }) =>
  location ? `${label}, ${location}` : label;

import type { z } from "zod";
import { EXPECTED_PAYMENT_STATUSES, type ExpectedPaymentStatus } from "@/lib/core/transaction";
import type { ExpectedPaymentsPage } from "@/lib/expected-payments/contract";
import * as texts from "./texts";

export type ExpectedPaymentsJson = z.input<typeof ExpectedPaymentsPage>;
export type ExpectedPaymentRowJson = ExpectedPaymentsJson["rows"][number];
export type TotalsJson = ExpectedPaymentsJson["totals"];

/** Path of an event's expected payments. */
export const expectedPaymentsPath = (sessionId: string) =>
  `/api/dashboard/sessions/${sessionId}/expected-payments`;

/** Display names of the statuses. */
export const STATUS_NAMES: Record<ExpectedPaymentStatus, string> = {
  awaiting: texts.awaiting,
  paid: texts.paid,
  underpaid: texts.underpaid,
  overpaid: texts.overpaid,
  expired: texts.expired,
};

/** Reads a status from a URL; undefined if it is none. */
export const parseStatus = (text = ""): ExpectedPaymentStatus | undefined =>
  EXPECTED_PAYMENT_STATUSES.find((status) => status === text);

/** Returns the address of the page with a status and a search text; without a status, of all. */
export function expectedPaymentsHref(
  sessionId: string,
  { status, q }: { status: ExpectedPaymentStatus | undefined; q: string },
): string {
  const search = new URLSearchParams({ ...(status && { status }), ...(q && { q }) });
  const path = `/events/${sessionId}/expected-payments`;
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Counts the expected payments of all statuses. */
export const countAll = (totals: TotalsJson): number =>
  Object.values(totals).reduce((sum, { count }) => sum + count, 0);

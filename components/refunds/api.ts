import type { z } from "zod";
import type {
  PaymentRefunds,
  RefundJson as Refund,
  RefundQueue,
  RefundSettings,
} from "@/lib/refunds/contract";

/** Refund responses of the dashboard JSON API, before parsing. */
export type PaymentRefundsJson = z.input<typeof PaymentRefunds>;
export type RefundJson = z.input<typeof Refund>;
export type RefundQueueJson = z.input<typeof RefundQueue>;
export type RefundSettingsJson = z.input<typeof RefundSettings>;

import { z } from "zod";
import { textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount, Volume } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { Channel, TransactionStatus } from "@/lib/core/transaction";
import { PaymentJson } from "@/lib/transactions/contract";
import { DeliveryFigures } from "@/lib/webhooks/contract";

/** A terminal on the live page; its figures count only successful payments. */
const LiveTerminal = z.object({
  terminal_id: z.string(),
  label: z.string(),
  location: z.string(),
  ...Volume.shape,
  last_payment_at: Instant.nullable(),
  /** When it becomes inactive without another payment; null if it has no payments or the event is closed. */
  inactive_at: Instant.nullable(),
  /** Its current operator. */
  operator_name: z.string().nullable(),
});

/** Health of the bank's notifications, derived only from the last ones about this event. */
export const BankHealth = z.object({
  /**
   * `ready`: no payment yet. `healthy`: the last payments were reported within a minute. `slow`: they were reported
   * later. `unknown`: the last notification is too old. `silent`: the bank's own list has payments, and no notification
   * reported any of them.
   */
  state: z.enum(["ready", "healthy", "slow", "unknown", "silent"]),
  last_notification_at: Instant.nullable(),
});

/** Health of the webhook deliveries to the organiser's platform. */
const DeliveryHealth = z.object({
  /** `none`: the event has no webhook endpoint. */
  state: z.enum(["none", "healthy", "failing", "backing_off", "paused"]),
  ...DeliveryFigures.shape,
});

/** All figures of an event at one version, computed from one snapshot, so that they agree to the kobo. */
export const LiveFigures = z.object({
  session_id: idSchema("session"),
  /** Increases with every change of the event; two screens of one version show the same figures. */
  version: z.int(),
  /** The server's time when they were read. */
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  closed_at: Instant.nullable(),
  /** Increases with every change of the event's name, times, venue and archiving, which are not among the figures. */
  details_version: z.int(),
  total_inflow: Amount,
  transaction_count: z.int(),
  successful_count: z.int(),
  pending_count: z.int(),
  failed_count: z.int(),
  pending_amount: Amount,
  failed_amount: Amount,
  by_channel: z.array(z.object({ channel: Channel, ...Volume.shape })),
  terminals: z.array(LiveTerminal),
  /** Operators with a successful payment; null stands for unassigned payments. */
  operators: z.array(
    z.object({ operator_id: idSchema("operator").nullable(), name: z.string().nullable(), ...Volume.shape }),
  ),
  last_payment_at: Instant.nullable(),
  /**
   * The amount of successful payments recorded within the five minutes before `as_of`. The time range advances in steps
   * of five seconds of the server's clock, so that all viewers of one version within a step see the same amount.
   */
  last_five_minutes: Amount,
  bank: BankHealth,
  deliveries: DeliveryHealth,
});

/** Successful payments of one minute: minutes since 1970, by transfer, by POS. */
const LiveMinute = z.tuple([z.int(), z.int(), z.int()]);

/**
 * The data of the stream's `figures` messages: the figures and the changes since the version `since` (null: this is the
 * full state). Rows are complete and of this version, including those that only changed.
 */
export const LiveUpdate = z.object({
  since: z.int().nullable(),
  figures: LiveFigures,
  rows: z.array(PaymentJson),
  /** True if changed rows are missing: the client must fetch its list again. */
  refetch: z.boolean(),
  minutes: z.array(LiveMinute),
});

/** The stream's heartbeat. */
export const LiveHeartbeat = z.object({ at: Instant, version: z.int() });

/** A payment on the public wallboard: without account, narration and surname. */
export const WallboardRow = z.object({
  sequence: z.int(),
  /** `Chinedu O.` */
  payer: z.string(),
  channel: Channel,
  /** The terminal's label; null for a transfer. */
  terminal_label: z.string().nullable(),
  location: z.string().nullable(),
  status: TransactionStatus,
  amount: Amount,
});

/** The figures without terminal operators, operator totals and the health of bank and webhooks. */
const WallboardFigures = LiveFigures.omit({ operators: true, bank: true, deliveries: true }).extend({
  terminals: z.array(LiveTerminal.omit({ operator_name: true })),
});

/** `LiveUpdate` for a wallboard. */
export const WallboardUpdate = LiveUpdate.extend({ figures: WallboardFigures, rows: z.array(WallboardRow) });

/** A new link to the wallboard, shown once, with its expiry. */
export const WallboardLink = z.object({ url: z.string(), expires_at: Instant });

/** Since when and until when a wallboard is shared by a link; null if it is not. */
export const WallboardSharing = z.object({ shared_at: Instant.nullable(), expires_at: Instant.nullable() });

/** The body that exchanges a link's token for a cookie. */
export const OpenWallboard = z.object({ key: textSchema(100) });

/** The cookie's expiry. */
export const OpenedWallboard = z.object({ expires_at: Instant });

/**
 * Why a stream has ended for good: the event of its wallboard link is closed, the link has expired or was revoked, or
 * newer streams of the same sign-in or link replaced it.
 */
const END_REASONS = ["closed", "expired", "revoked", "replaced"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The last message of a stream that has ended for good. */
export const StreamEnded = z.object({ reason: z.enum(END_REASONS) });

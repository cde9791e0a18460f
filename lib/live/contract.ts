import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { DeliveryFigures } from "@/lib/webhooks/contract";

const Channel = z.enum(["bank_transfer", "pos"]);
const Status = z.enum(["successful", "pending", "failed"]);

/** What a row of payments shows. Whole account numbers stay inside: who may see one asks for it alone. */
export const LiveRow = z.object({
  id: idOf("transaction"),
  /** 1, 2, …: gapless within the event, in the order of recording. */
  number: z.int(),
  paid_at: Instant,
  sender_name: z.string(),
  /** The code of the payer's bank as §2.5 has it. */
  sender_bank: z.string(),
  /** The bank's everyday name; its code where the name is not known. */
  bank_name: z.string(),
  /** The last four of the payer's account number; `""` where none was told. */
  account_tail: z.string(),
  narration: z.string(),
  channel: Channel,
  terminal_id: z.string().nullable(),
  /** `Terminal 4`. */
  terminal_label: z.string().nullable(),
  operator_id: idOf("operator").nullable(),
  operator_name: z.string().nullable(),
  status: Status,
  amount: Amount,
});

const Volume = { count: z.int(), amount: Amount };

/** A terminal as the live page shows it; its figures are of successful payments alone. */
export const LiveTerminal = z.object({
  terminal_id: z.string(),
  label: z.string(),
  place: z.string(),
  ...Volume,
  last_payment_at: Instant.nullable(),
  /** From when it counts as silent if nothing comes; null where it was never heard from, or the event is closed. */
  silent_at: Instant.nullable(),
  /** Who is on it now. */
  operator_name: z.string().nullable(),
});

/** Whether the bank tells us of payments: what its last notices about this event say, and no more. */
export const BankHealth = z.object({
  /**
   * `ready`: none was made yet. `healthy`: the last were told within a minute of being paid. `slow`: they were not.
   * `unknown`: the last is too old to say anything about now.
   */
  state: z.enum(["ready", "healthy", "slow", "unknown"]),
  heard_at: Instant.nullable(),
});

/** Whether the organiser's platform is told of payments. */
export const DeliveryHealth = z.object({
  /** `none`: the event has no webhook address. */
  state: z.enum(["none", "healthy", "failing", "resting", "paused"]),
  ...DeliveryFigures.shape,
});

/** Every figure of an event at one version: computed in one snapshot, so that they agree to the kobo. */
export const LiveFigures = z.object({
  session_id: idOf("session"),
  /** Grows with every change of the event; two screens of the same version show the same. */
  version: z.int(),
  /** The server's time when they were read. */
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  closed_at: Instant.nullable(),
  total_inflow: Amount,
  transaction_count: z.int(),
  successful_count: z.int(),
  pending_count: z.int(),
  failed_count: z.int(),
  pending_amount: Amount,
  failed_amount: Amount,
  by_channel: z.array(z.object({ channel: Channel, ...Volume })),
  terminals: z.array(LiveTerminal),
  /** Operators with a successful payment; null stands for payments that are nobody's. */
  operators: z.array(
    z.object({ operator_id: idOf("operator").nullable(), name: z.string().nullable(), ...Volume }),
  ),
  last_payment_at: Instant.nullable(),
  /**
   * What was recorded within the five minutes before `as_of` and is successful. The window moves on in whole steps of
   * five seconds of the server's clock: all who look at one version within a step are shown the same.
   */
  last_five_minutes: Amount,
  bank: BankHealth,
  deliveries: DeliveryHealth,
});

/** Successful payments of one minute: minutes since 1970, by transfer, by POS. */
export const LiveMinute = z.tuple([z.int(), z.int(), z.int()]);

/**
 * What the stream's `figures` events say: the figures, and what changed since the version `since` (null: since nothing,
 * this is all there is to show). Rows are whole and as they are at this version, also those that only changed.
 */
export const LiveUpdate = z.object({
  since: z.int().nullable(),
  figures: LiveFigures,
  rows: z.array(LiveRow),
  /** True where more changed than is sent: what a list shows must be fetched again. */
  refetch: z.boolean(),
  minutes: z.array(LiveMinute),
});

/** The stream's heartbeat. */
export const LiveHeartbeat = z.object({ at: Instant, version: z.int() });

/** What a wall shows of a payment: a screen that anybody may read, so no account, no narration, no surname. */
export const WallRow = z.object({
  number: z.int(),
  /** `Chinedu O.` */
  payer: z.string(),
  channel: Channel,
  /** Where it was taken, in the words of the event's people; null for a transfer. */
  terminal_label: z.string().nullable(),
  place: z.string().nullable(),
  status: Status,
  amount: Amount,
});

/** The figures without who is on which terminal, who took what, and how the service is doing. */
export const WallFigures = LiveFigures.omit({ operators: true, bank: true, deliveries: true }).extend({
  terminals: z.array(LiveTerminal.omit({ operator_name: true })),
});

/** The same as `LiveUpdate`, for a wall. */
export const WallUpdate = LiveUpdate.extend({ figures: WallFigures, rows: z.array(WallRow) });

/** A link to the wallboard, shown once, and until when it works. */
export const WallLink = z.object({ url: z.string(), expires_at: Instant });

/** Since and until when a wallboard is shared by a link; null where it is not. */
export const WallSharing = z.object({ shared_at: Instant.nullable(), expires_at: Instant.nullable() });

/** The body that exchanges a link's token for a cookie. */
export const OpenWall = z.object({ key: textUpTo(100) });

/** Until when the cookie lets a screen in. */
export const OpenedWall = z.object({ expires_at: Instant });

/**
 * Why a stream has ended for good: the link that let a screen in shows the wallboard no longer, because its event is closed
 * or it has expired or was revoked; or later streams of the same sign-in or link took its place.
 */
export const END_REASONS = ["closed", "expired", "revoked", "replaced"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The last message of a stream that has ended for good. */
export const StreamEnded = z.object({ reason: z.enum(END_REASONS) });

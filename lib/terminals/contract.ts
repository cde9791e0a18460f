import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { FilledText, optional, textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { Serial } from "@/lib/devices/contract";

/** §2.3, short form. */
export const ShortTerminal = z.object({
  terminal_id: z.string(),
  label: z.string(),
  status: z.literal("assigned"),
});

/** §2.3, full form. */
export const Terminal = z.object({
  id: idOf("terminal"),
  terminal_id: z.string(),
  label: z.string(),
  status: z.literal("assigned"),
  assigned_at: Instant,
});

/** §2.8: `transaction_count` counts every status, `total_volume` the successful alone. */
export const TerminalActivity = z.object({
  terminal: Terminal,
  summary: z.object({ transaction_count: z.int(), total_volume: Amount }),
});

/** The shape of every `terminal_id`: the session's fragment and a three-digit sequence. */
export const TerminalId = z.string().regex(/^pos_[0-9a-hjkmnp-tv-z]{10}_\d{3}$/);

/** Who is on a terminal, since when. */
const OnTerminal = z.object({
  id: idOf("operator"),
  name: z.string(),
  role: z.string(),
  /** `""` where nobody gave one. */
  phone: z.string(),
  since: Instant,
});

/** A terminal as the dashboard's grid shows it. Amounts and averages are of successful payments alone. */
export const TerminalCard = z.object({
  terminal_id: z.string(),
  label: z.string(),
  /** Where it stands; `""` where nobody said. */
  place: z.string(),
  taken: Amount,
  count: z.int(),
  pending_count: z.int(),
  failed_count: z.int(),
  /** Null where it has taken nothing. */
  average: Amount.nullable(),
  last_payment_at: Instant.nullable(),
  /** From when on it is called silent if nothing comes; null: not heard from, or the event is closed. */
  silent_at: Instant.nullable(),
  /** The median time between its last payments. */
  usual_gap_ms: z.number().nullable(),
  operator: OnTerminal.nullable(),
  /** The serial numbers of the devices that stand for it, first paired first. */
  devices: z.array(z.string()),
  /** Payments by slots of `recent.step_ms` from `recent.from` on. */
  recent: z.array(z.int()),
});

/** All terminals of an event, at one version. */
export const TerminalsOverview = z.object({
  session_id: idOf("session"),
  version: z.number(),
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  /** What the whole event has taken, at terminals or not. */
  event_taken: Amount,
  recent: z.object({ from: Instant, step_ms: z.number() }),
  terminals: z.array(TerminalCard),
});

/** What the drawer adds: a terminal's whole day, and who and what was on it, latest first. */
export const TerminalDay = z.object({
  bars: z.object({ from: Instant, step_ms: z.number(), counts: z.array(z.int()) }),
  operators: z.array(
    OnTerminal.omit({ phone: true, since: true }).extend({ from: Instant, to: Instant.nullable() }),
  ),
  devices: z.array(z.object({ device: z.string(), from: Instant, to: Instant.nullable() })),
});

/** The longest place: a line on a card. */
const MAX_PLACE_LENGTH = 80;

/** Where a terminal stands; empty where nobody said. */
export const Place = z.object({
  place: textUpTo(MAX_PLACE_LENGTH),
});

/** The serial number on a device, and its bank where the organisation owns that number at several. */
export const Device = z.object({ device: Serial, provider: optional(FilledText) });

/** The device that is paired now. */
export const PairedDevice = z.object({ device: z.string() });

import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

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

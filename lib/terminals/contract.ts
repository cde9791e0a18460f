import { z } from "zod";
import { NonBlankText, optional, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { Serial } from "@/lib/devices/contract";

/** The fields of both forms of a terminal (§2.3). */
const terminalFields = {
  terminal_id: z.string().meta({
    description: "Identifies the terminal: the session's fragment and a three-digit sequence.",
    examples: ["pos_bx56e7cbah_001"],
  }),
  label: z.string().meta({ description: "The name of the terminal.", examples: ["Terminal 1"] }),
  status: z.literal("assigned").meta({ description: "The only value, also after the session's close." }),
};

/** §2.3, short form. */
export const ShortTerminal = z.object(terminalFields).meta({
  id: "ShortTerminal",
  description: "A POS terminal of a session.",
  section: "2.3",
});

/** §2.3, full form. */
export const Terminal = z
  .object({
    id: idSchema("terminal"),
    ...terminalFields,
    assigned_at: Instant.meta({ description: "When the session was created." }),
  })
  .meta({ id: "Terminal", description: "A POS terminal of a session.", section: "2.3" });

/** §2.8: `transaction_count` includes every status, `total_volume` only successful payments. */
export const TerminalActivity = z
  .object({
    terminal: Terminal,
    summary: z
      .object({
        transaction_count: z
          .int()
          .min(0)
          .meta({ description: "Transactions of every status.", examples: [1] }),
        total_volume: Amount.meta({ description: "The sum of the successful transactions." }),
      })
      .meta({
        id: "TerminalSummary",
        description: "The totals of a terminal over all its transactions, not only those of the page.",
        section: "2.8",
      }),
  })
  .meta({ id: "TerminalActivity", description: "A terminal, its totals and a page of its transactions." });

/** The format of every `terminal_id`: the session's fragment and a three-digit sequence. */
export const TerminalId = z
  .string()
  .regex(/^pos_[0-9a-hjkmnp-tv-z]{10}_\d{3}$/)
  .meta({ description: "The `terminal_id` of the terminal.", examples: ["pos_bx56e7cbah_001"] });

/** The operator of a terminal, and since when. */
const OnTerminal = z.object({
  id: idSchema("operator"),
  name: z.string(),
  role: z.string(),
  /** `""` if not given. */
  phone: z.string(),
  since: Instant,
});

/** A terminal in the dashboard's grid. Amounts and averages include only successful payments. */
export const TerminalCard = z.object({
  terminal_id: z.string(),
  label: z.string(),
  /** Its location; `""` if not set. */
  location: z.string(),
  taken: Amount,
  count: z.int(),
  pending_count: z.int(),
  failed_count: z.int(),
  /** Null if it has no payments. */
  average: Amount.nullable(),
  last_payment_at: Instant.nullable(),
  /** When it becomes inactive without another payment; null if it has none yet or the event is closed. */
  inactive_at: Instant.nullable(),
  /** The median time between its last payments. */
  usual_gap_ms: z.number().nullable(),
  operator: OnTerminal.nullable(),
  /** The serial numbers of its paired devices, first paired first. */
  devices: z.array(z.string()),
  /** Payments by time buckets of `recent.step_ms` from `recent.from` on. */
  recent: z.array(z.int()),
});

/** All terminals of an event, at one version. */
export const TerminalsOverview = z.object({
  session_id: idSchema("session"),
  version: z.number(),
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  /** The event's total takings, at terminals or not. */
  event_taken: Amount,
  recent: z.object({ from: Instant, step_ms: z.number() }),
  terminals: z.array(TerminalCard),
});

/** The details of the drawer: a terminal's complete day, its operators and devices, latest first. */
export const TerminalDay = z.object({
  bars: z.object({ from: Instant, step_ms: z.number(), counts: z.array(z.int()) }),
  operators: z.array(
    OnTerminal.omit({ phone: true, since: true }).extend({ from: Instant, to: Instant.nullable() }),
  ),
  devices: z.array(z.object({ device: z.string(), from: Instant, to: Instant.nullable() })),
});

/** Maximum length of a location: a line on a card. */
const MAX_LOCATION_LENGTH = 80;

/** A terminal's location; empty if not set. */
export const TerminalLocation = z.object({
  location: textSchema(MAX_LOCATION_LENGTH),
});

/** A device's serial number, and its bank if the organisation owns that number at several. */
export const Device = z.object({ device: Serial, provider: optional(NonBlankText) });

/** The device that is now paired. */
export const PairedDevice = z.object({ device: z.string() });

import { z } from "zod";
import { AccountClosure } from "@/lib/accounts/contract";
import { findJsonStorageError, Name, NonBlankText, optional, Text, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { PageQuery } from "@/lib/core/pagination";
import { Instant } from "@/lib/core/time";
import { ShortTerminal } from "@/lib/terminals/contract";

/** Maximum length of a venue: two lines of a header. */
const MAX_VENUE_LENGTH = 200;

/** How many terminals a session may have (§4.1, §8). */
const PosCount = z
  .number()
  .refine(
    (count) => Number.isInteger(count) && count >= 1 && count <= 50,
    "must be a whole number from 1 to 50",
  );

const Collection = z
  .object({ account: z.boolean(), pos: z.boolean(), pos_count: optional(PosCount) })
  .superRefine(({ pos, pos_count }, context) => {
    if (!pos || pos_count !== undefined) return;
    context.addIssue({
      code: "custom",
      path: ["pos_count"],
      message: "is required when collection.pos is true: send a whole number from 1 to 50",
    });
  });

/** Maximum size of `metadata` as JSON, in bytes. */
const MAX_METADATA_BYTES = 16 * 1024;

function metadataFault(value: object): string | undefined {
  const fault = findJsonStorageError(value);
  if (fault) return fault;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes <= MAX_METADATA_BYTES) return undefined;
  return `must have at most ${MAX_METADATA_BYTES} bytes as JSON, and has ${bytes}`;
}

const Metadata = z.looseObject({}).superRefine((value, context) => {
  const fault = metadataFault(value);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

/**
 * The body of create session (§4.1). `createSession` checks datetimes and the URL, because they depend on the
 * settings.
 */
export const CreateSession = z.object({
  external_event_id: NonBlankText,
  name: Name,
  currency: optional(z.literal("NGN", { error: "must be NGN, the only currency supported" })),
  starts_at: optional(Text),
  ends_at: optional(Text),
  collection: Collection,
  webhook_url: optional(Text),
  metadata: optional(Metadata),
});

/** §2.2. */
export const CollectionAccount = z.object({
  account_number: z.string(),
  account_name: z.string(),
  bank_name: z.string(),
  bank_code: z.string(),
});

/** §2.1: the eight fields of the creation response. */
export const Session = z.object({
  session_id: idSchema("session"),
  status: z.enum(["active", "closed"]),
  external_event_id: z.string(),
  name: z.string(),
  currency: z.string(),
  collection_account: CollectionAccount.nullable(),
  pos_terminals: z.array(ShortTerminal),
  created_at: Instant,
});

/** §4.3. */
export const ClosedSession = z.object({ session_id: idSchema("session"), status: z.literal("closed") });

/** Phase of an event: not begun, taking payments, active past its end, closed. */
const EventPhase = z.enum(["upcoming", "live", "past_end", "closed"]);

/** The details of an event that every page about it shows. */
export const EventDetails = z.object({
  session_id: idSchema("session"),
  external_event_id: z.string(),
  name: z.string(),
  venue: z.string().nullable(),
  mode: z.enum(["test", "live"]),
  status: z.enum(["active", "closed"]),
  phase: EventPhase,
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  created_at: Instant,
  closed_at: Instant.nullable(),
  /** The name of the member who closed it; null if a platform did. */
  closed_by: z.string().nullable(),
  collection_account: CollectionAccount.nullable(),
  /** The closing of its account at the bank; null while it is open, or if the account is not closed by the service. */
  account_closure: AccountClosure.nullable(),
  terminal_count: z.number(),
  /** The host that receives its webhook events. */
  webhook_host: z.string().nullable(),
  /** Increases with every change that is visible to a reader. */
  version: z.number(),
});

/** Number of items that need a person, by nav item. */
export const AttentionCounts = z.object({ inactive_terminals: z.number(), open_exceptions: z.number() });

/** Where an event takes place, as free text; empty if not given. */
const VenueText = textSchema(MAX_VENUE_LENGTH);

export const Venue = z.object({ venue: VenueText });

/**
 * The body of the dashboard's form for a new event: the same, the venue, and the event's id, so that submitting twice
 * creates one event.
 */
export const CreateEvent = CreateSession.extend({
  session_id: idSchema("session"),
  venue: optional(VenueText),
});

/** Which events to list; `q` searches name, venue and ids. */
export const EventsQuery = z.object({
  status: optional(z.enum(["all", "live", "upcoming", "closed"])).transform((status) => status ?? "all"),
  q: optional(Text).transform((q) => q?.trim() ?? ""),
  limit: PageQuery.limit.transform((limit) => Math.min(Number(limit), 1_000)),
});

/** A row of the list of events. Fields that the reader's role may not see are null. */
export const EventRow = EventDetails.pick({
  session_id: true,
  external_event_id: true,
  name: true,
  venue: true,
  phase: true,
  starts_at: true,
  ends_at: true,
  created_at: true,
  closed_at: true,
}).extend({
  last_payment_at: Instant.nullable(),
  taken: Amount,
  /** The number of payments in `taken`. */
  payment_count: z.number(),
  /** Takings over time from the first to the last payment, as shares of the maximum; empty if there are none. */
  spark: z.array(z.number()),
  /** Labels of the inactive terminals. */
  inactive_terminals: z.array(z.string()),
  needs_operators: z.boolean(),
  open_exceptions: z.number().nullable(),
  is_settled: z.boolean().nullable(),
});

/** The list of events, and totals over all of an organisation's events. */
export const EventList = z.object({
  summary: z.object({
    live: z.object({ amount: Amount, event_count: z.number(), payment_count: z.number() }),
    month: z.object({ amount: Amount, event_count: z.number(), since: Instant }),
    awaiting: z.object({ amount: Amount, event_count: z.number() }).nullable(),
    attention: z.object({
      inactive_terminals: z.number(),
      needs_operators: z.number(),
      open_exceptions: z.number().nullable(),
    }),
  }),
  /** Number of matches, by tab. */
  counts: z.object({ all: z.number(), live: z.number(), upcoming: z.number(), closed: z.number() }),
  /** Number of matches in the chosen tab; `events` contains the first of them. */
  matching: z.number(),
  events: z.array(EventRow),
  generated_at: Instant,
});

/** The facts that a person needs before closing an event. */
export const ClosePreview = z.object({
  status: z.enum(["active", "closed"]),
  /** Includes every status. */
  payment_count: z.number(),
  taken: Amount,
  pending: z.object({ count: z.number(), amount: Amount }),
  last_payment_at: Instant.nullable(),
  operators_on_shift: z.number(),
  /** Terminals with a payment that are not inactive. */
  terminals_taking: z.number(),
  generated_at: Instant,
});

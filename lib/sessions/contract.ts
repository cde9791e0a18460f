import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { PageQuery } from "@/lib/core/page";
import { FilledText, Name, optional, storableJsonFault, Text, textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { ShortTerminal } from "@/lib/terminals/contract";

/** As many characters as a venue may have: two lines of a header. */
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

/** The most bytes that `metadata` may have as JSON. */
const MAX_METADATA_BYTES = 16 * 1024;

function metadataFault(value: object): string | undefined {
  const fault = storableJsonFault(value);
  if (fault) return fault;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes <= MAX_METADATA_BYTES) return undefined;
  return `must have at most ${MAX_METADATA_BYTES} bytes as JSON, and has ${bytes}`;
}

const Metadata = z.looseObject({}).superRefine((value, context) => {
  const fault = metadataFault(value);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

/** The body of create session (§4.1). Datetimes and the URL are checked by the verb, which knows the settings. */
export const CreateSession = z.object({
  external_event_id: FilledText,
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
  session_id: idOf("session"),
  status: z.enum(["active", "closed"]),
  external_event_id: z.string(),
  name: z.string(),
  currency: z.string(),
  collection_account: CollectionAccount.nullable(),
  pos_terminals: z.array(ShortTerminal),
  created_at: Instant,
});

/** §4.3. */
export const ClosedSession = z.object({ session_id: idOf("session"), status: z.literal("closed") });

/** Where an event stands: not begun, taking, active past its end, closed. */
export const EventPhase = z.enum(["upcoming", "live", "past_end", "closed"]);

/** An event as every page about it shows it. */
export const EventHead = z.object({
  session_id: idOf("session"),
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
  /** The member who closed it, by name; null where a platform did. */
  closed_by: z.string().nullable(),
  collection_account: CollectionAccount.nullable(),
  terminal_count: z.number(),
  /** The host that its events are sent to. */
  webhook_host: z.string().nullable(),
  /** Grows with every change that a reader could see. */
  version: z.number(),
});

/** How many things wait for a person, by place. */
export const Waiting = z.object({ silent_terminals: z.number(), open_exceptions: z.number() });

/** Where an event takes place, in its people's words; empty where nobody said. */
const VenueText = textUpTo(MAX_VENUE_LENGTH);

export const Venue = z.object({ venue: VenueText });

/**
 * What the dashboard's form opens an event with: the same, the venue, and the id that the event shall have, so that a
 * form sent twice opens one.
 */
export const OpenEvent = CreateSession.extend({ session_id: idOf("session"), venue: optional(VenueText) });

/** Which events to list; `q` is looked for in name, venue and ids. */
export const EventsQuery = z.object({
  status: optional(z.enum(["all", "live", "upcoming", "closed"])).transform((status) => status ?? "all"),
  q: optional(Text).transform((q) => q?.trim() ?? ""),
  limit: PageQuery.limit.transform((limit) => Math.min(Number(limit), 1_000)),
});

/** A line of the list of events. What the reader's role may not see is null. */
export const EventRow = EventHead.pick({
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
  /** How many payments `taken` sums. */
  payment_count: z.number(),
  /** Takings over time, from the first payment to the last, as shares of the highest; empty where there are none. */
  spark: z.array(z.number()),
  /** By label. */
  silent_terminals: z.array(z.string()),
  needs_operators: z.boolean(),
  open_exceptions: z.number().nullable(),
  is_settled: z.boolean().nullable(),
});

/** The list of events, and what all of an organisation's events come to. */
export const EventList = z.object({
  summary: z.object({
    live: z.object({ amount: Amount, event_count: z.number(), payment_count: z.number() }),
    month: z.object({ amount: Amount, event_count: z.number(), since: Instant }),
    awaiting: z.object({ amount: Amount, event_count: z.number() }).nullable(),
    attention: z.object({
      silent_terminals: z.number(),
      needs_operators: z.number(),
      open_exceptions: z.number().nullable(),
    }),
  }),
  /** How many were found, by tab. */
  counts: z.object({ all: z.number(), live: z.number(), upcoming: z.number(), closed: z.number() }),
  /** How many of the chosen tab were found; `events` holds the first of them. */
  matching: z.number(),
  events: z.array(EventRow),
  generated_at: Instant,
});

/** What a person must know before closing an event. */
export const ClosePreview = z.object({
  status: z.enum(["active", "closed"]),
  /** Of every status. */
  payment_count: z.number(),
  taken: Amount,
  pending: z.object({ count: z.number(), amount: Amount }),
  last_payment_at: Instant.nullable(),
  operators_on_shift: z.number(),
  /** Heard from and not silent. */
  terminals_taking: z.number(),
  generated_at: Instant,
});

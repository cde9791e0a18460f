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
const POS_COUNT_RANGE = "must be a whole number from 1 to 50";
const PosCount = z
  .number()
  .int({ error: POS_COUNT_RANGE, abort: true })
  .min(1, POS_COUNT_RANGE)
  .max(50, POS_COUNT_RANGE);

const Collection = z
  .object({
    account: z.boolean().meta({ description: "Whether to open a collection account.", examples: [true] }),
    pos: z.boolean().meta({ description: "Whether to assign POS terminals.", examples: [true] }),
    pos_count: optional(PosCount).meta({
      description: "How many terminals to assign. Required when `pos` is true.",
      examples: [1],
    }),
  })
  .superRefine(({ pos, pos_count }, context) => {
    if (!pos || pos_count !== undefined) return;
    context.addIssue({
      code: "custom",
      path: ["pos_count"],
      message: "is required when collection.pos is true: send a whole number from 1 to 50",
    });
  })
  .meta({
    id: "Collection",
    description: "How payments are collected.",
    if: { properties: { pos: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { pos_count: { type: "integer" } }, required: ["pos_count"] },
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

/** Any JSON object, unchanged: an object schema would leave out a member `__proto__`. */
const Metadata = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object",
  )
  .superRefine((value, context) => {
    const fault = metadataFault(value);
    if (fault) context.addIssue({ code: "custom", message: fault });
  })
  .meta({ type: "object", additionalProperties: {} });

/**
 * The body of create session (§4.1). `createSession` checks datetimes and the URL, because they depend on the
 * settings.
 */
export const CreateSession = z
  .object({
    external_event_id: NonBlankText.meta({
      description:
        "The client platform's own id of the event. Two requests with the same one are two sessions.",
      examples: ["evt-2026-12"],
    }),
    name: Name.meta({
      description: "The event's name, also the name of the collection account.",
      examples: ["Afrobeats Night"],
    }),
    currency: optional(z.literal("NGN", { error: "must be NGN, the only currency supported" })).meta({
      description: "The currency.",
      default: "NGN",
    }),
    starts_at: optional(Text).meta({
      description:
        "ISO 8601 date and time: with `Z`, an offset, or neither, which means the business's zone.",
      examples: ["2026-12-12T18:00:00+01:00"],
    }),
    ends_at: optional(Text).meta({
      description: "Like `starts_at`. The order of the two is not checked.",
      examples: ["2026-12-13T02:00:00+01:00"],
    }),
    collection: Collection,
    webhook_url: optional(Text).meta({
      description:
        "The URL that receives an event for each payment. https; plain http and private addresses only if the deployment allows them.",
      format: "uri",
      examples: ["https://tickets.example/takings"],
    }),
    metadata: optional(Metadata).meta({
      description: "Any JSON object of at most 16 KB.",
      examples: [{ season: "2026" }],
    }),
  })
  .meta({ id: "CreateSession", description: "A session to open for one event." });

/** §2.2. */
export const CollectionAccount = z
  .object({
    account_number: z.string().meta({ description: "Ten digits (NUBAN).", examples: ["9904471238"] }),
    account_name: z.string().meta({
      description: "The service's name, a slash and the event's name.",
      examples: ["Takings / Afrobeats Night"],
    }),
    bank_name: z.string().meta({ description: "The bank's common name.", examples: ["Wema Bank"] }),
    bank_code: z.string().meta({ description: "The bank's 3-digit CBN code.", examples: ["035"] }),
  })
  .meta({
    id: "CollectionAccount",
    description: "The bank account that payers transfer to.",
    section: "2.2",
  });

/** §2.1: the eight fields of the creation response. */
export const Session = z
  .object({
    session_id: idSchema("session"),
    status: z.enum(["active", "closed"]).meta({ description: "A closed session takes no payment." }),
    external_event_id: z.string().meta({
      description: "The client platform's own id of the event.",
      examples: ["evt-2026-12"],
    }),
    name: z.string().meta({ description: "The event's name.", examples: ["Afrobeats Night"] }),
    currency: z.string().meta({ description: "The currency.", examples: ["NGN"] }),
    collection_account: CollectionAccount.nullable().meta({ description: "Null if none was requested." }),
    pos_terminals: z
      .array(ShortTerminal)
      .meta({ description: "The terminals in the order of their labels; empty if none were requested." }),
    created_at: Instant.meta({ description: "When the session was opened." }),
  })
  .meta({ id: "Session", description: "One event that takes payments.", section: "2.1" });

/** §4.3. */
export const ClosedSession = z
  .object({ session_id: idSchema("session"), status: z.literal("closed") })
  .meta({ id: "ClosedSession", description: "A session that takes no more payments." });

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
  /** The account's name as the bank states it, which payers see when they transfer; null if the bank states none. */
  name_payers_see: z.string().nullable(),
  /** The closing of its account at the bank; null while it is open, or if the account is not closed by the service. */
  account_closure: AccountClosure.nullable(),
  terminal_count: z.number(),
  /** The host that receives its webhook events. */
  webhook_host: z.string().nullable(),
  /** When it was archived; null if it is not. */
  archived_at: Instant.nullable(),
  /** Increases with every change of its name, times, venue and archiving. */
  details_version: z.number(),
  /** Increases with every change that is visible to a reader. */
  version: z.number(),
});

/** Number of items that need a person, by nav item. */
export const AttentionCounts = z.object({ inactive_terminals: z.number(), open_exceptions: z.number() });

/** Where an event takes place, as free text; empty if not given. */
const VenueText = textSchema(MAX_VENUE_LENGTH);

/**
 * The body that changes an event: absent members stay, and an empty text removes a venue or a time. The limits are those of
 * `CreateSession`; `changeEvent` checks the times.
 */
export const ChangeEvent = z.object({
  name: optional(Name),
  venue: optional(VenueText),
  starts_at: optional(Text),
  ends_at: optional(Text),
});

/** The body that archives or restores a test event. */
export const ArchiveEvent = z.object({ is_archived: z.boolean() });

/**
 * The body of the dashboard's form for a new event: the same, the venue, and the event's id, so that submitting twice
 * creates one event.
 */
export const CreateEvent = CreateSession.extend({
  session_id: idSchema("session"),
  venue: optional(VenueText),
});

/** The parts of the list of events; archived test events are only in the last one. */
const EVENT_TABS = ["all", "live", "upcoming", "closed", "archived"] as const;

/** Which events to list; `q` searches name, venue and ids. */
export const EventsQuery = z.object({
  status: optional(z.enum(EVENT_TABS)).transform((status) => status ?? "all"),
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

/** The first steps of a new organisation, derived from what exists. */
const FirstSteps = z.object({
  /** The latest event, to which the next steps lead; null if there is none. */
  session_id: idSchema("session").nullable(),
  has_operator: z.boolean(),
  /** Whether the organisation has a second member. */
  has_colleague: z.boolean(),
  /** Whether a test event has a payment. */
  has_test_payment: z.boolean(),
});

/** The list of events, and totals over all of an organisation's events. */
export const EventList = z.object({
  summary: z.object({
    live: z.object({ amount: Amount, event_count: z.number(), payment_count: z.number() }),
    month: z.object({ amount: Amount, event_count: z.number(), since: Instant }),
    /** What awaits settlement, and whether any event has taken a payment. */
    awaiting: z.object({ amount: Amount, event_count: z.number(), has_takings: z.boolean() }).nullable(),
    attention: z.object({
      inactive_terminals: z.number(),
      needs_operators: z.number(),
      open_exceptions: z.number().nullable(),
    }),
  }),
  /** Number of matches, by tab. */
  counts: z.record(z.enum(EVENT_TABS), z.number()),
  /** Number of matches in the chosen tab; `events` contains the first of them. */
  matching: z.number(),
  events: z.array(EventRow),
  /** What a new organisation has done so far; null if it is not new any more. */
  first_steps: FirstSteps.nullable(),
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

import { z } from "zod";
import { textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";

/** The closing, at the bank, of the account that was opened for a closed event. */
export const AccountClosure = z.object({
  /** `waiting`: it will be closed. `refused`: the bank refused for good. */
  state: z.enum(["waiting", "closed", "refused"]),
  /** When the grace period ends. */
  closes_at: Instant,
  /** When the bank closed it or refused. */
  finished_at: Instant.nullable(),
  /** Why it is not closed yet, or what the bank said. */
  reason: z.string().nullable(),
});

/** The bank connections from which an event can get an account. */
export const AttachableConnections = z.object({
  connections: z.array(z.object({ id: idSchema("bankConnection"), provider: z.string() })),
});

/** An account of a bank's list, and whether it can be attached to an event. */
const AccountChoice = z.object({
  account_number: z.string(),
  bank_name: z.string(),
  /** The account's name at the bank, or `""` if its list states none. */
  name: z.string(),
  /** `in_use`: an open event has it. `closed`: it takes no payments at the bank. */
  status: z.enum(["free", "in_use", "closed"]),
  /** The open event that has it. */
  event_name: z.string().nullable(),
});

/** A page of a bank's list of accounts. */
export const AccountChoices = z.object({
  accounts: z.array(AccountChoice),
  /** Sent as `cursor` for the next page; null on the last one. */
  next_cursor: z.string().nullable(),
  /** Why nothing can be listed; null if it can. */
  unlisted_reason: z.string().nullable(),
});

/** A request to attach an account that the bank of the connection lists. */
export const AttachAccount = z.object({
  connection_id: idSchema("bankConnection"),
  account_number: z.string().regex(/^\d{10}$/, "must be ten digits"),
});

/** The event with its account. */
export const AttachedAccount = z.object({ session_id: idSchema("session"), account_name: z.string() });

/** The query of a bank's list of accounts. */
export const AccountChoicesQuery = z.object({ cursor: textSchema(500).optional() });

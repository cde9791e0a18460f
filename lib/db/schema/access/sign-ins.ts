import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../../columns";
import { members, people } from "./organisations";

/**
 * A person's sign-ins, each in one membership at a time. The row grants access and the cookie only refers to it, so
 * ending or switching a sign-in takes effect at once. Written at sign-in, switch and sign-out, read by its key at
 * every request of a member; `last_used_at` is written at most once a minute. Rows past `expires_at` are deleted.
 */
export const signIns = pgTable(
  "sign_ins",
  {
    id: id("signIn", "id").primaryKey(),
    personId: id("person", "person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    organisationId: id("organisation", "organisation_id").notNull(),
    memberId: id("member", "member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** The truncated user agent, to identify sign-ins on screens. */
    agent: text("agent").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** The time of the last request, to the minute; the sign-in ends after twelve hours without one. */
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    /** When the member last entered the password or a code. */
    verifiedAt: instant("verified_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (table) => [index("sign_ins_member").on(table.memberId), index("sign_ins_person").on(table.personId)],
);

/**
 * Failed sign-ins by subject: the digest of an account, a client's address, or a browser that has signed in before.
 * E-mail addresses are not stored. Written and read at sign-in, one row per subject; rows with expired failures are
 * then deleted.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    subject: text("subject").primaryKey(),
    failures: integer("failures").notNull(),
    countedAt: instant("counted_at").notNull(),
    /** No attempt is accepted before this time. */
    blockedUntil: instant("blocked_until").notNull(),
  },
  (table) => [index("sign_in_failures_counted_at").on(table.countedAt)],
);

/**
 * People's second factors (TOTP, RFC 6238): at most one per person, stored once it is confirmed by a code. Read at
 * sign-in; `last_step` and `recovery_hashes` are written when a code is accepted.
 */
export const secondFactors = pgTable("second_factors", {
  personId: id("person", "person_id")
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  /**
   * The id in the secret's encryption context and in the hashes of the recovery codes: the person's, or the member's
   * if it was set up before people and members were separate tables.
   */
  boundTo: text("bound_to").notNull(),
  /** The shared secret, encrypted (`lib/security/encryption.ts`). */
  secret: text("secret").notNull(),
  /** The 30-second step of the last accepted code: a code is accepted once. */
  lastStep: bigint("last_step", { mode: "bigint" }).notNull(),
  /** The hashes of the unused recovery codes. */
  recoveryHashes: text("recovery_hashes").array().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * Dashboard alerts for a member whose access was changed by another member. Written in the SQL transaction of that
 * change, read with each page until dismissed. A few rows per member.
 */
export const memberAlerts = pgTable(
  "member_alerts",
  {
    id: id("memberAlert", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    memberId: id("member", "member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** The action, as named in `lib/audit/labels.ts`. */
    action: text("action").notNull(),
    /** The actor, as named in the audit log. */
    actor: text("actor").notNull(),
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    dismissedAt: instant("dismissed_at"),
  },
  (table) => [index("member_alerts_member").on(table.memberId).where(sql`${table.dismissedAt} is null`)],
);

import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";
import { members, people } from "./organisations";

/**
 * A person's sign-ins, each in one of their memberships at a time: the row is what lets in, the cookie only names it, so that
 * ending or moving one takes effect at once. Written at sign-in, switch and sign-out, read at every request of a member by the key; `last_used_at` is written once a minute at
 * most. Rows past `expires_at` are removed.
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
    /** The browser's own name, cut short, for people to tell sign-ins apart. */
    agent: text("agent").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** Of the last request by it, to the minute; twelve hours without one end it. */
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    /** When the member last gave the password or a code. */
    verifiedAt: instant("verified_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (table) => [index("sign_ins_member").on(table.memberId), index("sign_ins_person").on(table.personId)],
);

/**
 * Failed sign-ins by what they are counted for: the digest of an account, a client's address, or a browser that has signed
 * in before. No e-mail address is kept. Written and read at sign-in, in one row a subject; rows whose failures no longer
 * count are removed then.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    subject: text("subject").primaryKey(),
    failures: integer("failures").notNull(),
    countedAt: instant("counted_at").notNull(),
    /** No further attempt is accepted before. */
    blockedUntil: instant("blocked_until").notNull(),
  },
  (table) => [index("sign_in_failures_counted_at").on(table.countedAt)],
);

/**
 * People's second factors (TOTP, RFC 6238): at most one a person, from the moment that it was confirmed by a code. Read at
 * sign-in; `last_step` and `recovery_hashes` are written when a code is accepted.
 */
export const secondFactors = pgTable("second_factors", {
  personId: id("person", "person_id")
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  /**
   * The id that the secret is encrypted for and the recovery codes are hashed with: the person's, or the member's of whom it
   * was set up before people and members were told apart.
   */
  boundTo: text("bound_to").notNull(),
  /** The shared secret, encrypted (`lib/security/encryption.ts`). */
  secret: text("secret").notNull(),
  /** The 30-second step of the last accepted code: a code is accepted once. */
  lastStep: bigint("last_step", { mode: "bigint" }).notNull(),
  /** Of the recovery codes that are not used yet; only their hashes are kept. */
  recoveryHashes: text("recovery_hashes").array().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * What a member has to be told on the dashboard: that another changed their access. Written in the SQL transaction of that
 * change, read with each page until it is dismissed. A few rows a member.
 */
export const memberAlerts = pgTable(
  "member_alerts",
  {
    id: id("memberAlert", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    memberId: id("member", "member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** What was done, as `lib/audit/labels.ts` names it. */
    action: text("action").notNull(),
    /** Who did it, as the audit log names them. */
    actor: text("actor").notNull(),
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    dismissedAt: instant("dismissed_at"),
  },
  (table) => [index("member_alerts_member").on(table.memberId).where(sql`${table.dismissedAt} is null`)],
);

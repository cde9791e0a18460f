import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MemberRole } from "@/lib/core/roles";
import type { KeyScope, Mode } from "@/lib/core/scope";
import { id, instant } from "../columns";

/** The clients. Written by the command line, read at every sign-in and key look-up. A few thousand rows at most. */
export const organisations = pgTable(
  "organisations",
  {
    id: id("organisation", "id").primaryKey(),
    name: text("name").notNull(),
    /** The roles whose members must have a second factor. */
    secondFactorRoles: text("second_factor_roles").array().$type<MemberRole[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("organisations_name").on(sql`lower(${table.name})`)],
);

/**
 * The people who sign in: one row a person, whatever the number of organisations. Made when the first invitation is accepted
 * or the operator adds a member; the row stays when the last membership is removed. Read at sign-in by `people_email`.
 */
export const people = pgTable(
  "people",
  {
    id: id("person", "id").primaryKey(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("people_email").on(sql`lower(${table.email})`)],
);

/**
 * Memberships: a person in an organisation, with a role. Without a person the membership is an invitation that nobody has
 * accepted. `members_person` serves a person's memberships, and allows one in each organisation.
 */
export const members = pgTable(
  "members",
  {
    id: id("member", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** Null until the person accepts. */
    personId: id("person", "person_id").references(() => people.id),
    /** The address that was invited. */
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    role: text("role").$type<MemberRole>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the person last accepted, signed in to or switched to this organisation: the next sign-in opens the latest. */
    enteredAt: instant("entered_at"),
  },
  (table) => [
    uniqueIndex("members_person").on(table.personId, table.organisationId),
    uniqueIndex("members_email").on(table.organisationId, sql`lower(${table.email})`),
    index("members_organisation").on(table.organisationId),
  ],
);

/**
 * Single-use links by which a membership is accepted or a member sets a new password; only the token's hash is kept.
 * `operator_reset` was made by the operator of the deployment, and resets a person of several organisations too.
 */
export const memberLinks = pgTable("member_links", {
  tokenHash: text("token_hash").primaryKey(),
  organisationId: id("organisation", "organisation_id")
    .notNull()
    .references(() => organisations.id),
  memberId: id("member", "member_id")
    .notNull()
    .references(() => members.id, { onDelete: "cascade" }),
  purpose: text("purpose").$type<"invite" | "reset" | "operator_reset">().notNull(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});

/**
 * API keys, by the SHA-256 of the key; the key itself is shown once and never kept. Written by the command line,
 * read by every `/v1` request through `api_keys_hash`. A rotated key stays good until `expires_at`.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id("apiKey", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id")
      .notNull()
      .references(() => organisations.id),
    mode: text("mode").$type<Mode>().notNull(),
    keyHash: text("key_hash").notNull(),
    /** What people call it. */
    name: text("name").notNull().default(""),
    /** Who issued it, by name; empty where the command line did. */
    issuedBy: text("issued_by").notNull().default(""),
    /** The key's first characters, for people to tell keys apart. */
    hint: text("hint").notNull(),
    /** `write` includes `read`. */
    scope: text("scope").$type<KeyScope>().notNull().default("write"),
    /** IP addresses and CIDRs that calls may come from; empty: anywhere. */
    allowedAddresses: text("allowed_addresses").array().notNull().default(sql`'{}'::text[]`),
    /** When it was last good for a request, to the minute. */
    lastUsedAt: instant("last_used_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.keyHash),
    index("api_keys_organisation").on(table.organisationId),
    check("api_keys_scope", sql`${table.scope} in ('read', 'write')`),
  ],
);

/**
 * The secrets that sign outgoing events, one in force an organisation. A rotated one signs beside the new one
 * until `retires_at`, so that receivers can change over. Read by the sender at every attempt.
 */
export const signingSecrets = pgTable(
  "signing_secrets",
  {
    id: id("signingSecret", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** `whsec_` and 32 random bytes in base64 (Standard Webhooks), encrypted (`lib/security/signing-secret.ts`). */
    secret: text("secret").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    retiresAt: instant("retires_at"),
  },
  (table) => [
    index("signing_secrets_organisation").on(table.organisationId),
    check("signing_secrets_encrypted", sql`${table.secret} like 'v1.%'`),
  ],
);

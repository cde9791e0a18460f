import { sql } from "drizzle-orm";
import { check, customType, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MemberRole } from "@/lib/core/roles";
import type { KeyScope, Mode } from "@/lib/core/scope";
import { id, instant } from "../../columns";
import { webhookEndpoints } from "../webhooks/webhook-endpoints";

/**
 * The organisations. Written by the command line, the profile also by owners; read at every sign-in and key lookup. A few
 * thousand rows at most.
 */
export const organisations = pgTable(
  "organisations",
  {
    id: id("organisation", "id").primaryKey(),
    name: text("name").notNull(),
    /** The roles whose members must have a second factor. */
    secondFactorRoles: text("second_factor_roles").array().$type<MemberRole[]>().notNull().default([]),
    /** How many open live events may have a collection account; null: any number. Set by the command line. */
    accountQuota: integer("account_quota"),
    /** The name and the postal address on printed pages, of up to six lines; null: none. */
    legalName: text("legal_name"),
    address: text("address"),
    /** The IANA time zone of the organisation's screens; null: that of the business. */
    timeZone: text("time_zone"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("organisations_name").on(sql`lower(${table.name})`),
    check("organisations_account_quota", sql`${table.accountQuota} >= 0`),
  ],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The kinds of images that a logo can be, and the content types that they are served with. */
export const LOGO_TYPES = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp" } as const;
export type LogoType = keyof typeof LOGO_TYPES;

/**
 * The logos of organisations, of up to 512 KB, apart from `organisations`, which every request reads. Written by owners, read for
 * printed pages by `organisation_id`. One row at most.
 */
export const organisationLogos = pgTable("organisation_logos", {
  organisationId: id("organisation", "organisation_id").primaryKey(),
  type: text("type").$type<LogoType>().notNull(),
  /** In pixels. */
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  image: bytes("image").notNull(),
  /** The SHA-256 of the image in base64url, by which browsers ask whether it has changed. */
  sha256: text("sha256").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * Places of an organisation's quota that are taken while a bank opens an account: one row per request, deleted at its end; a
 * process that is killed leaves one, which expires. Written and read by `lib/accounts/quota.ts`.
 */
export const accountReservations = pgTable(
  "account_reservations",
  {
    sessionId: id("session", "session_id").primaryKey(),
    organisationId: id("organisation", "organisation_id")
      .notNull()
      .references(() => organisations.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("account_reservations_organisation").on(table.organisationId)],
);

/**
 * The people who sign in: one row per person, for any number of organisations. Created when the first invitation is
 * accepted or the operator adds a member; kept when the last membership is removed. Read at sign-in through
 * `people_email`.
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
 * Memberships: a person in an organisation, with a role. A membership without a person is a pending invitation.
 * `members_person` serves a person's memberships and allows one per organisation.
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
    /** The invited e-mail address. */
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    role: text("role").$type<MemberRole>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the person last accepted, signed in to or switched to this organisation; a sign-in opens the latest one. */
    enteredAt: instant("entered_at"),
    /** When the member last changed something, only with a replica: until it has the change, they read from the primary. */
    changedAt: instant("changed_at"),
  },
  (table) => [
    uniqueIndex("members_person").on(table.personId, table.organisationId),
    uniqueIndex("members_email").on(table.organisationId, sql`lower(${table.email})`),
    index("members_organisation").on(table.organisationId),
  ],
);

/**
 * Single-use links to accept a membership or to set a new password; only the token's hash is stored. `operator_reset`
 * is created by the operator of the deployment and also works for a person of several organisations, as does `own_reset`, which
 * was mailed to the person who asked for it.
 */
export const passwordLinks = pgTable("password_links", {
  tokenHash: text("token_hash").primaryKey(),
  organisationId: id("organisation", "organisation_id")
    .notNull()
    .references(() => organisations.id),
  memberId: id("member", "member_id")
    .notNull()
    .references(() => members.id, { onDelete: "cascade" }),
  purpose: text("purpose").$type<"invite" | "reset" | "operator_reset" | "own_reset">().notNull(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});

/**
 * API keys with the SHA-256 of the key; the key itself is shown once and not stored. Written by the command line and in
 * Settings, read by every `/v1` request through `api_keys_hash`. A rotated key stays valid until `expires_at`.
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
    /** The display name. */
    name: text("name").notNull().default(""),
    /** The name of the issuing member; empty for the command line. */
    issuedBy: text("issued_by").notNull().default(""),
    /** The key's first characters, to identify it on screens. */
    hint: text("hint").notNull(),
    /** `write` includes `read`. */
    scope: text("scope").$type<KeyScope>().notNull().default("write"),
    /** IP addresses and CIDRs that calls may come from; empty: anywhere. */
    allowedAddresses: text("allowed_addresses").array().notNull().default(sql`'{}'::text[]`),
    /** When it last authenticated a request, to the minute. */
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
 * The secrets that sign outgoing events: one active per organisation, for the `webhook_url` of its sessions, and one per
 * organisation-wide endpoint. A rotated secret signs in addition to the new
 * one until `retires_at`, so that receivers can switch. Read by the sender at every attempt.
 */
export const signingSecrets = pgTable(
  "signing_secrets",
  {
    id: id("signingSecret", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** The organisation-wide endpoint whose events it signs; null: the `webhook_url` of the sessions. */
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id").references(() => webhookEndpoints.id),
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

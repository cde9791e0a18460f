import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, kobo, owner } from "../columns";
import { bankConnections } from "./bank-connections";

/** How an organisation proved its ownership of a device. */
export const DEVICE_METHODS = ["operator", "proof", "sandbox"] as const;
export type DeviceMethod = (typeof DEVICE_METHODS)[number];

/** The state of a device claim. An `open` one past `expires_at` counts as `expired`. */
export const DEVICE_CLAIM_STATES = ["open", "expired", "proved", "cancelled"] as const;
export type DeviceClaimState = (typeof DEVICE_CLAIM_STATES)[number];

/**
 * The owners of POS devices at a bank connection: at most one current owner, and all earlier ones with their release.
 * Written by `lib/devices`, read when a device is paired and by Settings. A terminal's own id, which counts as a device
 * in test mode, has no row. A few rows per organisation.
 */
export const devices = pgTable(
  "devices",
  {
    id: id("device", "id").primaryKey(),
    ...owner(),
    /** `bnk_sandbox` for the device at every connection of the deployment. */
    bankConnectionId: id("bankConnection", "bank_connection_id")
      .notNull()
      .references(() => bankConnections.id),
    /** The device's identifier in bank notifications. */
    serial: text("serial").notNull(),
    method: text("method").$type<DeviceMethod>().notNull(),
    /** An e-mail address, `command line`, `API` or `migration`. */
    claimedBy: text("claimed_by").notNull(),
    claimedAt: instant("claimed_at").notNull(),
    releasedAt: instant("released_at"),
    releasedBy: text("released_by"),
  },
  (table) => [
    uniqueIndex("devices_owner")
      .on(table.mode, table.bankConnectionId, table.serial)
      .where(sql`${table.releasedAt} is null`),
    index("devices_serial").on(table.mode, table.serial),
    index("devices_organisation").on(table.organisationId, table.mode),
    check("devices_method", sql`${table.method} in ('operator', 'proof', 'sandbox')`),
    check("devices_release", sql`(${table.releasedAt} is null) = (${table.releasedBy} is null)`),
  ],
);

/**
 * Requests to prove the ownership of a device by a payment of a random amount on it within 15 minutes. Written by
 * `lib/devices`; read by recording if a payment's device is not paired, by Settings, and by `takings verify`. One row
 * per attempt.
 */
export const deviceClaims = pgTable(
  "device_claims",
  {
    id: id("deviceClaim", "id").primaryKey(),
    ...owner(),
    bankConnectionId: id("bankConnection", "bank_connection_id")
      .notNull()
      .references(() => bankConnections.id),
    serial: text("serial").notNull(),
    /** The amount to pay in kobo: from 50.01 to 99.99 naira, never whole naira. */
    amount: kobo("amount").notNull(),
    memberId: id("member", "member_id").notNull(),
    requestedBy: text("requested_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    state: text("state").$type<DeviceClaimState>().notNull(),
    endedAt: instant("ended_at"),
    /** The identity of the payment that proved it. */
    paymentKey: text("payment_key"),
    deviceId: id("device", "device_id"),
  },
  (table) => [
    uniqueIndex("device_claims_open")
      .on(table.mode, table.bankConnectionId, table.serial)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex("device_claims_payment")
      .on(table.mode, table.bankConnectionId, table.paymentKey)
      .where(sql`${table.paymentKey} is not null`),
    index("device_claims_serial").on(table.mode, table.serial),
    index("device_claims_organisation").on(table.organisationId, table.mode),
    check("device_claims_state", sql`${table.state} in ('open', 'expired', 'proved', 'cancelled')`),
    check("device_claims_ended", sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
    check(
      "device_claims_proof",
      sql`(${table.state} = 'proved') = (${table.paymentKey} is not null and ${table.deviceId} is not null)`,
    ),
  ],
);

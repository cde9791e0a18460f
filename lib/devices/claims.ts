import { randomInt } from "node:crypto";
import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Actor, Scope } from "@/lib/core/scope";
import { asOrganisation, type Db, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import type { RowOf } from "@/lib/db/rows";
import { deviceClaims } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { deviceConnection, listProvingProviders, providerOfConnection, withProviders } from "./connection";
import { type DeviceIdentity, isGeneratedSerial, isSameDevice, parseSerial } from "./identity";
import { findOwners } from "./ownership";

/** How long a claim can be paid after its request. */
const CLAIM_LIFETIME_MS = 15 * 60_000;
/** The limit of open claims per organisation: more than it can pay within the 15 minutes. */
const MAX_OPEN_CLAIMS = 10;
const MIN_AMOUNT_KOBO = 5_001;
const MAX_AMOUNT_KOBO = 9_999;

/** A request to prove ownership of a device by a payment. */
export interface DeviceClaim
  extends RowOf<typeof deviceClaims, "id" | "serial" | "amount" | "createdAt" | "expiresAt" | "state"> {
  provider: ProviderName | null;
}

type ClaimRow = Omit<DeviceClaim, "provider"> & { bankConnectionId: Id<"bankConnection"> };

const columns = ({ sql }: Db) => sql`
  id, serial, bank_connection_id, amount, created_at, expires_at,
  case when state = 'open' and expires_at <= now() then 'expired' else state end as state`;

async function toClaim(db: Db, { bankConnectionId, ...row }: ClaimRow): Promise<DeviceClaim> {
  return { ...row, provider: await providerOfConnection(db, bankConnectionId) };
}

/** Draws the amount to pay, in kobo: from 50.01 to 99.99 naira, never whole naira. */
function drawClaimAmount(): Kobo {
  for (;;) {
    const kobo = randomInt(MIN_AMOUNT_KOBO, MAX_AMOUNT_KOBO + 1);
    if (kobo % 100 !== 0) return BigInt(kobo);
  }
}

/** The same failure for every reason, so that a claim discloses nothing about other organisations. */
const notClaimable = () =>
  new Failure("conflict", {
    detail:
      "This device cannot be claimed by a payment. Ask the operator of the service to add it to your organisation.",
  });

/**
 * Opens a claim of a device: a card payment of the claim's amount on the device within 15 minutes proves it. Returns the
 * open claim of the caller's organisation if there is one. Throws `Failure("invalid_request")` for a bank whose
 * notifications prove no device; `Failure("conflict")` if the organisation owns the device or has too many open claims,
 * and, with one and the same detail, if the device was ever owned or paired, has taken a payment, or has another
 * organisation's open claim.
 */
export async function openDeviceClaim(
  scope: Scope & { actor: Actor },
  { serial: text, provider }: { serial: string; provider: ProviderName },
): Promise<DeviceClaim> {
  const { mode, organisationId, actor } = scope;
  const serial = parseSerial(text);
  return systemTx(async (db) => {
    await requireProving(db, scope, provider);
    await lockDevices(db);
    const device = { mode, serial, bankConnectionId: await deviceConnection(db, scope, provider) };
    const own = await findOwnOpenClaim(db, scope, device);
    if (own) return toClaim(db, own);
    await requireClaimable(db, scope, device);
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + CLAIM_LIFETIME_MS);
    await db.sql`
      update device_claims set state = 'expired', ended_at = expires_at
      where ${isSameDevice(db, device)} and state = 'open'`;
    const claim = {
      id: newId("deviceClaim"),
      ...device,
      ...{ amount: drawClaimAmount(), createdAt, expiresAt, state: "open" as const },
    };
    await db.orm
      .insert(deviceClaims)
      .values({ ...claim, organisationId, memberId: actor.memberId, requestedBy: actor.email });
    const details = { serial: device.serial, provider };
    await recordAudit(db, scope, { action: "requested_device_claim", subject: claim.id, details });
    return toClaim(db, claim);
  });
}

async function requireProving(db: Db, scope: Scope, provider: ProviderName): Promise<void> {
  const proving = await listProvingProviders(db, scope);
  if (proving.includes(provider)) return;
  throw invalid(
    "/provider",
    `provider must be a bank whose notifications prove a device: ${proving.join(", ") || "none is configured"}. The operator of the service adds devices of other banks.`,
  );
}

async function findOwnOpenClaim(
  db: Db,
  { organisationId }: Scope,
  device: DeviceIdentity,
): Promise<ClaimRow | undefined> {
  const [open] = await db.sql<ClaimRow[]>`
    select ${columns(db)} from device_claims
    where ${isSameDevice(db, device)} and organisation_id = ${organisationId} and state = 'open' and expires_at > now()`;
  return open;
}

async function requireClaimable(db: Db, scope: Scope, device: DeviceIdentity): Promise<void> {
  const { organisationId, mode } = scope;
  const owners = await findOwners(db, device);
  if (owners.some((one) => one.organisationId === organisationId))
    throw new Failure("conflict", { detail: "Your organisation owns the device already." });
  const [open] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from device_claims
    where organisation_id = ${organisationId} and mode = ${mode} and state = 'open' and expires_at > now()`;
  if ((open?.count ?? 0) >= MAX_OPEN_CLAIMS)
    throw new Failure("conflict", {
      detail: `Your organisation has ${MAX_OPEN_CLAIMS} open claims, the most at a time. Cancel one first.`,
    });
  if (isGeneratedSerial(device.serial) || (await hasHistory(db, device))) throw notClaimable();
}

/**
 * Whether a device was ever owned or paired, has taken a payment, or has an open claim. A payment on a paired device is
 * found by its pairing; a payment on any other device by its exception, which remains after it is assigned.
 */
async function hasHistory(db: Db, device: DeviceIdentity): Promise<boolean> {
  const [found] = await db.sql<{ hasHistory: boolean }[]>`
    select exists (select from devices where ${isSameDevice(db, device)})
      or exists (select from device_pairings where ${isSameDevice(db, device, "device")})
      or exists (select from device_claims where ${isSameDevice(db, device)} and state = 'open' and expires_at > now())
      or exists (
        select from exceptions
        where credit is not null and credit->'devices' @> to_jsonb(array[${device.serial}]::text[]) and mode = ${device.mode}
          and bank_connection_id = ${device.bankConnectionId} and credit->>'status' <> 'failed') as has_history`;
  return found?.hasHistory ?? true;
}

/** Lists the open claims of the caller's organisation, oldest first. */
export async function listOpenClaims(db: Db, { organisationId, mode }: Scope): Promise<DeviceClaim[]> {
  const rows = await db.sql<ClaimRow[]>`
    select ${columns(db)} from device_claims
    where organisation_id = ${organisationId} and mode = ${mode} and state = 'open' and expires_at > now()
    order by created_at, id`;
  return withProviders(db, rows);
}

/** Gets a claim of the caller's organisation. Throws `Failure("not_found")`. */
export function getDeviceClaim(scope: Scope, claimId: Id<"deviceClaim">): Promise<DeviceClaim> {
  return asOrganisation(scope.organisationId, (db) => readClaim(db, scope, claimId));
}

async function readClaim(
  db: Db,
  { organisationId, mode }: Scope,
  claimId: Id<"deviceClaim">,
): Promise<DeviceClaim> {
  const [claim] = await db.sql<ClaimRow[]>`
    select ${columns(db)} from device_claims
    where id = ${claimId} and organisation_id = ${organisationId} and mode = ${mode}`;
  if (!claim) throw notFound("claim");
  return toClaim(db, claim);
}

/** Cancels an open claim of the caller's organisation; a claim that has ended does not change. Throws `Failure("not_found")`. */
export function cancelDeviceClaim(scope: Scope, claimId: Id<"deviceClaim">): Promise<DeviceClaim> {
  return systemTx(async (db) => {
    await lockDevices(db);
    const claim = await readClaim(db, scope, claimId);
    if (claim.state !== "open") return claim;
    await db.sql`
      update device_claims set state = 'cancelled', ended_at = ${new Date()} where id = ${claimId} and state = 'open'`;
    const { serial, provider } = claim;
    const details = { serial, provider: provider ?? "any bank" };
    await recordAudit(db, scope, { action: "cancelled_device_claim", subject: claimId, details });
    return { ...claim, state: "cancelled" };
  });
}

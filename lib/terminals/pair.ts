import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller, Mode, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { devicePairings } from "@/lib/db/schema";
import {
  type DeviceIdentity,
  findEarlierRelease,
  isSameDevice,
  lockDevices,
  parseSerial,
  requireOwnDevice,
} from "@/lib/devices";
import type { ProviderName } from "@/lib/env";

/** Maximum number of devices paired with one terminal at a time. */
const MAX_DEVICES = 5;

/** The pairing of a device with a terminal from `pairedFrom` on. */
export interface Pairing {
  pairingId: Id<"pairing">;
  terminalId: string;
  device: string;
  pairedFrom: Date;
}

interface Owner extends Scope {
  sessionId: Id<"session">;
}

async function ownerOf({ sql }: Db, terminalId: string): Promise<Owner> {
  const [owner] = await sql<Owner[]>`
    select session_id, organisation_id, mode from terminals
    where terminal_id = ${terminalId}`;
  if (!owner) throw notFound("terminal");
  return owner;
}

/**
 * Returns the start of the current second, because many banks report payment times in whole seconds; if the device
 * was unpaired within this second, returns that time.
 */
async function startOfSecond({ sql }: Db, mode: Mode, device: string): Promise<Date> {
  const now = new Date();
  const [start] = await sql<{ at: Date }[]>`
    select greatest(date_trunc('second', ${now}::timestamptz), max(paired_to)) as at
    from device_pairings where mode = ${mode} and device = ${device} and paired_to <= ${now}`;
  return start?.at ?? now;
}

/**
 * Pairs a device with a terminal. The caller holds `lockDevices`. Throws like `pairDevice`; with an `asker`, the
 * failure for another organisation's device gives no reason.
 */
export async function pair(
  db: Db,
  request: { terminalId: string; device: string; from?: Date; provider?: ProviderName | undefined },
  asker?: Scope,
): Promise<Pairing> {
  const { terminalId, provider } = request;
  const serial = parseSerial(request.device);
  const owner = await ownerOf(db, terminalId);
  const bankConnectionId = await requireOwnDevice(db, owner, { serial, provider }, asker);
  const identity = { mode: owner.mode, bankConnectionId, serial };
  const from = await startOfPairing(db, identity, owner, request.from);
  // A device still paired with a closed event moves automatically; in other cases it must be unpaired first.
  await db.sql`
    update device_pairings p set paired_to = greatest(p.paired_from, ${from}) from session_states c
    where p.id in (select id from device_pairings where ${isSameDevice(db, identity, "device")}) and p.paired_to is null
      and c.session_id = p.session_id and c.status = 'closed'`;
  await requireUnpaired(db, identity, owner, from);
  await requireFreeSlot(db, terminalId, from);
  const pairing = { pairingId: newId("pairing"), terminalId, device: serial, pairedFrom: from };
  await db.orm
    .insert(devicePairings)
    .values({ ...owner, ...pairing, bankConnectionId, id: pairing.pairingId });
  return pairing;
}

/**
 * Returns when a pairing starts: the given time or this second, but never before an earlier owner released the
 * device, because earlier payments are not the new owner's.
 */
async function startOfPairing(
  db: Db,
  device: DeviceIdentity,
  owner: Owner,
  given: Date | undefined,
): Promise<Date> {
  const from = given ?? (await startOfSecond(db, device.mode, device.serial));
  const released = await findEarlierRelease(db, device, owner);
  if (!released || from >= released) return from;
  if (!given) return released;
  throw new Failure("conflict", {
    detail: `The device belonged to another organisation until ${released.toISOString()}. Pair it from then on.`,
  });
}

async function requireUnpaired(db: Db, device: DeviceIdentity, owner: Owner, from: Date): Promise<void> {
  const [overlap] = await db.sql<(Pick<Owner, "organisationId"> & { terminalId: string })[]>`
    select terminal_id, organisation_id from device_pairings
    where ${isSameDevice(db, device, "device")} and coalesce(paired_to, 'infinity') > greatest(paired_from, ${from})
    limit 1`;
  if (overlap)
    throw new Failure("conflict", {
      detail: `The device is paired with ${overlap.organisationId === owner.organisationId ? overlap.terminalId : "a terminal elsewhere"} at that time. Unpair it there first, or pair it from a later time.`,
    });
}

async function requireFreeSlot({ sql }: Db, terminalId: string, from: Date): Promise<void> {
  const [paired] = await sql<{ count: number }[]>`
    select count(*)::int as count from device_pairings
    where terminal_id = ${terminalId} and device <> terminal_id
      and coalesce(paired_to, 'infinity') > greatest(paired_from, ${from})`;
  if ((paired?.count ?? 0) >= MAX_DEVICES)
    throw new Failure("conflict", {
      detail: `The terminal has ${MAX_DEVICES} devices, the most at a time. Unpair them first.`,
    });
}

/** Ends a terminal's pairings except its own id, which counts as a device in test mode. Returns how many ended. */
export async function unpair({ sql }: Db, terminalId: string, to: Date): Promise<number> {
  const ended = await sql`
    update device_pairings set paired_to = greatest(paired_from, ${to})
    where terminal_id = ${terminalId} and device <> terminal_id and coalesce(paired_to, 'infinity') > ${to}`;
  return ended.count;
}

/**
 * Pairs a device with a terminal of its organisation from a time on (default: this second); later payments on it
 * belong to the terminal. Throws `Failure("not_found")` for the terminal; `Failure("conflict")` if the device is not
 * the organisation's, is paired elsewhere, or the terminal has five; `Failure("invalid_request")` if the organisation
 * owns the serial number at several banks and none is given.
 */
export function pairDevice(
  request: { terminalId: string; device: string; from?: Date; provider?: ProviderName },
  asker: Caller = {},
): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    const pairing = await pair(db, request);
    await recordPaired(db, asker, pairing);
    return pairing;
  });
}

async function recordPaired(db: Db, asker: Caller, { terminalId, device }: Pairing): Promise<void> {
  const { organisationId, sessionId } = await ownerOf(db, terminalId);
  const entry = { action: "paired_device", subject: terminalId, sessionId, details: { device } } as const;
  await recordAudit(db, { ...asker, organisationId }, entry);
}

/** Unpairs all devices of a terminal at a time (default: now). Throws `Failure("not_found")`. */
export function unpairDevice(
  request: { terminalId: string; to?: Date },
  asker: Caller = {},
): Promise<{ ended: number }> {
  const { terminalId: subject, to = new Date() } = request;
  return systemTx(async (db) => {
    await lockDevices(db);
    const { organisationId, sessionId } = await ownerOf(db, subject);
    const ended = await unpair(db, subject, to);
    if (ended > 0)
      await recordAudit(db, { ...asker, organisationId }, { action: "unpaired_device", subject, sessionId });
    return { ended };
  });
}

/** Replaces a terminal's devices: the old pairing ends when the new one begins. Throws like `pairDevice`. */
export function replaceDevice(
  request: { terminalId: string; device: string; at?: Date; provider?: ProviderName },
  asker: Caller = {},
): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    await unpair(db, request.terminalId, request.at ?? new Date());
    const pairing = await pair(db, { ...request, from: request.at });
    await recordPaired(db, asker, pairing);
    return pairing;
  });
}

import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { type Caller, findScope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import type { RowOf } from "@/lib/db/rows";
import { devicePairings, type terminals } from "@/lib/db/schema";
import { incrementSessionVersion, inScope, requireSession } from "@/lib/db/session-state";
import {
  type DeviceIdentity,
  findEarlierRelease,
  isSameDevice,
  parseSerial,
  requireOwnDevice,
} from "@/lib/devices";
import type { ProviderName } from "@/lib/env";
import { processUnrelatedPayments } from "@/lib/intake";

/** Maximum number of devices paired with one terminal at a time. */
const MAX_DEVICES = 5;

/** The pairing of a device with a terminal from `pairedFrom` on. */
export interface Pairing {
  pairingId: Id<"pairing">;
  terminalId: string;
  device: string;
  pairedFrom: Date;
}

/** A terminal by its event and its id. */
export interface TerminalReference {
  sessionId: Id<"session">;
  terminalId: string;
}

/** A terminal by its id, and by its event if the caller names it. */
type TerminalSelector = Pick<TerminalReference, "terminalId"> & Partial<TerminalReference>;

/** The session, organisation and mode of a terminal. */
type OwnTerminal = RowOf<typeof terminals, "sessionId" | "organisationId" | "mode">;

/**
 * Finds a terminal in the caller's scope, locks the state row of its session and increments the session's version.
 * Throws `Failure("not_found")` for another organisation's session or terminal.
 */
export async function lockTerminal(
  db: Db,
  caller: Caller,
  { sessionId, terminalId }: TerminalSelector,
): Promise<OwnTerminal> {
  const { sql } = db;
  const [terminal] = await sql<OwnTerminal[]>`
    select session_id, organisation_id, mode from terminals
    where terminal_id = ${terminalId} and ${inScope(db, caller)}
      and ${sessionId ? sql`session_id = ${sessionId}` : sql`true`}`;
  const scope = findScope(caller);
  if (!terminal && scope && sessionId) await requireSession(db, scope, sessionId);
  if (!terminal) throw notFound("terminal");
  await incrementSessionVersion(db, terminal, terminal.sessionId);
  return terminal;
}

interface DeviceRequest extends TerminalSelector {
  device: string;
  /** The device's bank, if the organisation owns the serial number at several. */
  provider?: ProviderName | undefined;
  from?: Date;
}

/**
 * Returns the start of the current second, because many banks report payment times in whole seconds; if the device
 * was unpaired within this second, returns that time.
 */
async function startOfSecond(db: Db, device: DeviceIdentity): Promise<Date> {
  const now = new Date();
  const [start] = await db.sql<{ at: Date }[]>`
    select greatest(date_trunc('second', ${now}::timestamptz), max(paired_to)) as at
    from device_pairings where ${isSameDevice(db, device, "device")} and paired_to <= ${now}`;
  return start?.at ?? now;
}

/** Pairs a device with a locked terminal. The caller holds `lockDevices`. Throws like `pairDevice`. */
async function pair(
  db: Db,
  caller: Caller,
  owner: OwnTerminal,
  request: DeviceRequest,
): Promise<Pairing & { bankConnectionId: Id<"bankConnection"> }> {
  const { terminalId, provider } = request;
  const serial = parseSerial(request.device);
  const bankConnectionId = await requireOwnDevice(db, caller, owner, { serial, provider });
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
  const { organisationId, sessionId } = owner;
  const entry = {
    action: "paired_device",
    subject: terminalId,
    sessionId,
    details: { device: serial },
  } as const;
  await recordAudit(db, { ...caller, organisationId }, entry);
  return { ...pairing, bankConnectionId };
}

/**
 * Returns when a pairing starts: the given time or this second, but never before an earlier owner released the
 * device, because earlier payments are not the new owner's.
 */
async function startOfPairing(
  db: Db,
  device: DeviceIdentity,
  owner: OwnTerminal,
  given: Date | undefined,
): Promise<Date> {
  const from = given ?? (await startOfSecond(db, device));
  const released = await findEarlierRelease(db, device, owner);
  if (!released || from >= released) return from;
  if (!given) return released;
  throw new Failure("conflict", {
    detail: `The device belonged to another organisation until ${released.toISOString()}. Pair it from then on.`,
  });
}

async function requireUnpaired(
  db: Db,
  device: DeviceIdentity,
  owner: OwnTerminal,
  from: Date,
): Promise<void> {
  const [overlap] = await db.sql<RowOf<typeof devicePairings, "terminalId" | "organisationId">[]>`
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
async function endPairings({ sql }: Db, terminalId: string, to: Date): Promise<number> {
  const ended = await sql`
    update device_pairings set paired_to = greatest(paired_from, ${to})
    where terminal_id = ${terminalId} and device <> terminal_id and coalesce(paired_to, 'infinity') > ${to}`;
  return ended.count;
}

/**
 * Pairs a device with a terminal of its organisation from a time on (default: this second); later payments on it
 * belong to the terminal. Records it in the audit log. Throws `Failure("not_found")` for the terminal;
 * `Failure("conflict")` if the device is not the organisation's, is paired elsewhere, the terminal has five, or, unless the
 * command line pairs, the event is closed; `Failure("invalid_request")` if the organisation owns the serial number at
 * several banks and none is given.
 */
export function pairDevice(caller: Caller, request: DeviceRequest): Promise<Pairing> {
  return pairIn(async (db) => {
    const terminal = await lockOpenTerminal(db, caller, request);
    return pair(db, caller, terminal, request);
  });
}

/** Pairs in one SQL transaction; payments that named the device before it was known are then processed again. */
async function pairIn(work: (db: Db) => ReturnType<typeof pair>): Promise<Pairing> {
  const { bankConnectionId, ...pairing } = await systemTx(async (db) => {
    await lockDevices(db);
    return work(db);
  });
  await processUnrelatedPayments({ bankConnectionId, device: pairing.device });
  return pairing;
}

/** Replaces a terminal's devices: the old pairings end when the new one begins. Throws like `pairDevice`. */
export function replaceDevice(caller: Caller, request: DeviceRequest): Promise<Pairing> {
  return pairIn(async (db) => {
    const terminal = await lockOpenTerminal(db, caller, request);
    await endPairings(db, request.terminalId, request.from ?? new Date());
    return pair(db, caller, terminal, request);
  });
}

/**
 * Unpairs all devices of a terminal at a time (default: now), and records it in the audit log. Returns how many pairings
 * ended. Throws `Failure("not_found")`.
 */
export function unpairDevice(
  caller: Caller,
  request: TerminalSelector & { to?: Date },
): Promise<{ ended: number }> {
  const { terminalId: subject, to = new Date() } = request;
  return systemTx(async (db) => {
    await lockDevices(db);
    const { organisationId, sessionId } = await lockTerminal(db, caller, request);
    const ended = await endPairings(db, subject, to);
    if (ended > 0)
      await recordAudit(db, { ...caller, organisationId }, { action: "unpaired_device", subject, sessionId });
    return { ended };
  });
}

/** Like `lockTerminal`. Throws `Failure("conflict")` if the event is closed, except for the command line. */
async function lockOpenTerminal(db: Db, caller: Caller, request: TerminalSelector): Promise<OwnTerminal> {
  const terminal = await lockTerminal(db, caller, request);
  // The command line can also attribute earlier payments, of which a bank reports late.
  if (caller.isCommandLine) return terminal;
  const { status } = await requireSession(db, terminal, terminal.sessionId);
  if (status === "closed")
    throw new Failure("conflict", {
      detail: "The event is closed: no device takes payments for it any more.",
    });
  return terminal;
}

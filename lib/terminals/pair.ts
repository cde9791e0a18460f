import { recordDeed } from "@/lib/audit";
import { configuredProviders, deploymentConnection, SANDBOX_CONNECTION } from "@/lib/bank";
import { Failure, invalid, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Asker, Mode, Scope } from "@/lib/core/scope";
import { isStorable } from "@/lib/core/text";
import { type Db, systemTx } from "@/lib/db/client";
import { devicePairings } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";

/** A device that stands for a terminal from `pairedFrom` until further notice. */
export interface Pairing {
  pairingId: Id<"pairing">;
  terminalId: string;
  device: string;
  pairedFrom: Date;
}

interface Owner extends Scope {
  sessionId: Id<"session">;
}

/** Changes of pairings take turns, so that no two devices' intervals can be laid over one another. */
export const takeTurn = ({ sql }: Db) => sql`select pg_advisory_xact_lock(hashtext('takings.pairings'))`;

async function ownerOf({ sql }: Db, terminalId: string): Promise<Owner> {
  const [owner] = await sql<Owner[]>`
    select session_id as "sessionId", organisation_id as "organisationId", mode from terminals
    where terminal_id = ${terminalId}`;
  if (!owner) throw notFound("terminal");
  return owner;
}

/**
 * The second that a device is paired in, for many a bank tells the time of a payment in whole ones; where the device
 * was paired until within it, from there.
 */
async function thisSecond({ sql }: Db, mode: Mode, device: string): Promise<Date> {
  const now = new Date();
  const [start] = await sql<{ at: Date }[]>`
    select greatest(date_trunc('second', ${now}::timestamptz), max(paired_to)) as at
    from device_pairings where mode = ${mode} and device = ${device} and paired_to <= ${now}`;
  return start?.at ?? now;
}

/**
 * Whose notifications may name a device: those of the bank that is given, else in test mode any bank's, else those of the
 * only configured bank that has terminals. Throws `Failure("invalid_request")` where several have and none is given, or
 * the given one is not configured or has no terminals.
 */
export function deviceConnection(mode: Mode, provider?: ProviderName): Id<"bankConnection"> {
  const banks = configuredProviders().filter(({ channels }) => channels.includes("pos"));
  const names = banks.map(({ name }) => name);
  if (provider) {
    if (names.includes(provider)) return deploymentConnection(provider);
    throw invalid("/provider", `provider must be a configured bank that has terminals: ${names.join(", ")}.`);
  }
  if (mode === "test") return SANDBOX_CONNECTION;
  const [only, ...others] = names;
  if (only && others.length === 0) return deploymentConnection(only);
  throw invalid("/provider", `provider must say whose device it is: ${names.join(", ")}.`);
}

/**
 * Pairs a device with a terminal, in a turn of the caller's. Throws as `pairDevice`; a failure tells an `asker` of its
 * own organisation's terminals alone.
 */
export async function pair(
  db: Db,
  request: { terminalId: string; device: string; from?: Date; provider?: ProviderName },
  asker?: Scope,
): Promise<Pairing> {
  const { terminalId, device } = request;
  if (device.trim() === "" || !isStorable(device))
    throw invalid("/device", "device must be the serial number on the device.");
  const owner = await ownerOf(db, terminalId);
  const bankConnectionId = deviceConnection(owner.mode, request.provider);
  const isSameDevice = db.sql`mode = ${owner.mode} and device = ${device}
    and (bank_connection_id = ${bankConnectionId} or ${SANDBOX_CONNECTION} in (bank_connection_id, ${bankConnectionId}))`;
  const from = request.from ?? (await thisSecond(db, owner.mode, device));
  // A device still paired to a closed event moves on by itself; anything else needs a word.
  await db.sql`
    update device_pairings p set paired_to = greatest(p.paired_from, ${from}) from session_counters c
    where p.id in (select id from device_pairings where ${isSameDevice}) and p.paired_to is null
      and c.session_id = p.session_id and c.status = 'closed'`;
  const [overlap] = await db.sql<(Pick<Owner, "organisationId"> & { terminalId: string })[]>`
    select terminal_id as "terminalId", organisation_id as "organisationId" from device_pairings
    where ${isSameDevice} and coalesce(paired_to, 'infinity') > greatest(paired_from, ${from}) limit 1`;
  if (overlap) {
    const isAskers = !asker || overlap.organisationId === asker.organisationId;
    throw new Failure("conflict", {
      detail: `The device is paired with ${isAskers ? overlap.terminalId : "a terminal elsewhere"} at that time. Unpair it there first, or pair it from a later time.`,
    });
  }
  const pairing = { pairingId: newId("pairing"), terminalId, device, pairedFrom: from };
  await db.orm
    .insert(devicePairings)
    .values({ ...owner, ...pairing, bankConnectionId, id: pairing.pairingId });
  return pairing;
}

/** Ends a terminal's pairings; its own id, which counts as a device in test mode, stays. Answers how many ended. */
export async function unpair({ sql }: Db, terminalId: string, to: Date): Promise<number> {
  const ended = await sql`
    update device_pairings set paired_to = greatest(paired_from, ${to})
    where terminal_id = ${terminalId} and device <> terminal_id and coalesce(paired_to, 'infinity') > ${to}`;
  return ended.count;
}

/**
 * Pairs a device with a terminal from a time on (this second, if none is given): payments made on it since belong there.
 * Throws `Failure("not_found")` for the terminal, `Failure("conflict")` where the device is paired elsewhere.
 */
export function pairDevice(
  request: { terminalId: string; device: string; from?: Date; provider?: ProviderName },
  asker: Asker = {},
): Promise<Pairing> {
  return systemTx(async (db) => {
    await takeTurn(db);
    const pairing = await pair(db, request);
    await recordPaired(db, asker, pairing);
    return pairing;
  });
}

async function recordPaired(db: Db, asker: Asker, { terminalId, device }: Pairing): Promise<void> {
  const { organisationId, sessionId } = await ownerOf(db, terminalId);
  const done = { action: "paired_device", subject: terminalId, sessionId, details: { device } } as const;
  await recordDeed(db, { ...asker, organisationId }, done);
}

/** Ends whatever is paired with a terminal at a time (now, if none is given). Throws `Failure("not_found")`. */
export function unpairDevice(
  request: { terminalId: string; to?: Date },
  asker: Asker = {},
): Promise<{ ended: number }> {
  const { terminalId: subject, to = new Date() } = request;
  return systemTx(async (db) => {
    await takeTurn(db);
    const { organisationId, sessionId } = await ownerOf(db, subject);
    const ended = await unpair(db, subject, to);
    if (ended > 0)
      await recordDeed(db, { ...asker, organisationId }, { action: "unpaired_device", subject, sessionId });
    return { ended };
  });
}

/** Puts another device in a terminal's place: the old one ends where the new one begins. Throws as `pairDevice`. */
export function replaceDevice(
  request: { terminalId: string; device: string; at?: Date; provider?: ProviderName },
  asker: Asker = {},
): Promise<Pairing> {
  return systemTx(async (db) => {
    await takeTurn(db);
    await unpair(db, request.terminalId, request.at ?? new Date());
    const pairing = await pair(db, { ...request, from: request.at });
    await recordPaired(db, asker, pairing);
    return pairing;
  });
}

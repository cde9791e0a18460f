import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion, requireSession } from "@/lib/db/guard";
import { lockDevices } from "@/lib/devices";
import type { ProviderName } from "@/lib/env";
import { type Pairing, pair, unpair } from "./pair";

/** A terminal as a page names it: by its event and its id. */
export interface TerminalOf {
  sessionId: Id<"session">;
  terminalId: string;
}

/** A device for a terminal; with its bank where the organisation owns the serial number at several. */
interface DeviceRequest extends TerminalOf {
  device: string;
  provider?: ProviderName | undefined;
}

/** Throws `Failure("not_found")` for a terminal that is not of a session of the caller's. */
async function requireTerminal(db: Db, scope: Scope, { sessionId, terminalId }: TerminalOf): Promise<void> {
  await incrementSessionVersion(db, scope, sessionId);
  const [terminal] =
    await db.sql`select from terminals where session_id = ${sessionId} and terminal_id = ${terminalId}`;
  if (!terminal) throw notFound("terminal");
}

/** The same for an event that still takes payments. Throws `Failure("conflict")` for one that is closed. */
async function requireOpenTerminal(db: Db, scope: Scope, terminal: TerminalOf): Promise<void> {
  await requireTerminal(db, scope, terminal);
  const { status } = await requireSession(db, scope, terminal.sessionId);
  if (status === "closed")
    throw new Failure("conflict", {
      detail: "The event is closed: no device takes payments for it any more.",
    });
}

/** Says where a terminal stands; `""` for nowhere in particular. Throws `Failure("not_found")`. */
export function placeTerminal(scope: Scope, request: TerminalOf & { place: string }) {
  const { sessionId, terminalId } = request;
  const place = request.place.trim();
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireTerminal(db, scope, request);
    await db.sql`
      update terminals set place = ${place} where session_id = ${sessionId} and terminal_id = ${terminalId}`;
    await recordAudit(db, scope, {
      action: "placed_terminal",
      subject: terminalId,
      sessionId,
      details: { place },
    });
    return { terminalId, place };
  });
}

/**
 * Pairs a device of the caller's organisation with a terminal of the caller's from now on. Throws as `pairDevice`, and
 * `Failure("conflict")` where the event is closed.
 */
export function pairDeviceOf(scope: Scope, request: DeviceRequest): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    await requireOpenTerminal(db, scope, request);
    return pairAndTell(db, scope, request);
  });
}

/** Puts another device in the place of those paired with a terminal of the caller's. Throws as `pairDeviceOf`. */
export function replaceDeviceOf(scope: Scope, request: DeviceRequest): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    await requireOpenTerminal(db, scope, request);
    await unpair(db, request.terminalId, new Date());
    return pairAndTell(db, scope, request);
  });
}

async function pairAndTell(
  db: Db,
  scope: Scope,
  { sessionId, terminalId, device, provider }: DeviceRequest,
): Promise<Pairing> {
  const pairing = await pair(db, { terminalId, device, provider }, scope);
  await recordAudit(db, scope, {
    action: "paired_device",
    subject: terminalId,
    sessionId,
    details: { device: pairing.device },
  });
  return pairing;
}

/** Ends whatever is paired with a terminal of the caller's. Throws `Failure("not_found")`. */
export function unpairDeviceOf(scope: Scope, request: TerminalOf): Promise<{ ended: number }> {
  const { sessionId, terminalId } = request;
  return systemTx(async (db) => {
    await lockDevices(db);
    await requireTerminal(db, scope, request);
    const ended = await unpair(db, terminalId, new Date());
    if (ended > 0)
      await recordAudit(db, scope, { action: "unpaired_device", subject: terminalId, sessionId });
    return { ended };
  });
}

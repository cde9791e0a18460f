import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion, requireSession } from "@/lib/db/session-state";
import { lockDevices } from "@/lib/devices";
import type { ProviderName } from "@/lib/env";
import { type Pairing, pair, unpair } from "./pair";

/** A terminal by its event and its id. */
export interface TerminalReference {
  sessionId: Id<"session">;
  terminalId: string;
}

/** A device for a terminal; with its bank if the organisation owns the serial number at several. */
interface DeviceRequest extends TerminalReference {
  device: string;
  provider?: ProviderName | undefined;
}

/** Throws `Failure("not_found")` if the terminal is not of a session of the caller's organisation. */
async function requireTerminal(
  db: Db,
  scope: Scope,
  { sessionId, terminalId }: TerminalReference,
): Promise<void> {
  await incrementSessionVersion(db, scope, sessionId);
  const [terminal] =
    await db.sql`select from terminals where session_id = ${sessionId} and terminal_id = ${terminalId}`;
  if (!terminal) throw notFound("terminal");
}

/** Like `requireTerminal`, and throws `Failure("conflict")` if the event is closed. */
async function requireOpenTerminal(db: Db, scope: Scope, terminal: TerminalReference): Promise<void> {
  await requireTerminal(db, scope, terminal);
  const { status } = await requireSession(db, scope, terminal.sessionId);
  if (status === "closed")
    throw new Failure("conflict", {
      detail: "The event is closed: no device takes payments for it any more.",
    });
}

/** Sets a terminal's location; `""` removes it. Throws `Failure("not_found")`. */
export function setTerminalLocation(scope: Scope, request: TerminalReference & { location: string }) {
  const { sessionId, terminalId } = request;
  const location = request.location.trim();
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireTerminal(db, scope, request);
    await db.sql`
      update terminals set location = ${location} where session_id = ${sessionId} and terminal_id = ${terminalId}`;
    await recordAudit(db, scope, {
      action: "changed_location",
      subject: terminalId,
      sessionId,
      details: { location },
    });
    return { terminalId, location };
  });
}

/**
 * Pairs a device of the caller's organisation with one of its terminals from now on. Throws like `pairDevice`, and
 * `Failure("conflict")` if the event is closed.
 */
export function pairOwnDevice(scope: Scope, request: DeviceRequest): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    await requireOpenTerminal(db, scope, request);
    return pairAndAudit(db, scope, request);
  });
}

/** Replaces the devices paired with a terminal of the caller's organisation. Throws like `pairOwnDevice`. */
export function replaceOwnDevice(scope: Scope, request: DeviceRequest): Promise<Pairing> {
  return systemTx(async (db) => {
    await lockDevices(db);
    await requireOpenTerminal(db, scope, request);
    await unpair(db, request.terminalId, new Date());
    return pairAndAudit(db, scope, request);
  });
}

async function pairAndAudit(
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

/** Unpairs all devices of a terminal of the caller's organisation. Throws `Failure("not_found")`. */
export function unpairOwnDevice(scope: Scope, request: TerminalReference): Promise<{ ended: number }> {
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

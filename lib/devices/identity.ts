import { SANDBOX_CONNECTION } from "@/lib/bank";
import { invalid } from "@/lib/core/errors/errors";
import { isStorable } from "@/lib/core/format/text";
import type { Id } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

/** A device as a bank's notifications identify it. */
export interface DeviceIdentity {
  mode: Mode;
  bankConnectionId: Id<"bankConnection">;
  serial: string;
}

/** An organisation in one mode. */
export type Owner = Pick<Scope, "organisationId" | "mode">;

/**
 * SQL condition: a row is about this device. `bnk_sandbox` stands for every connection, so a device there equals the
 * device with the same serial number at any connection.
 */
export const isSameDevice = (
  { sql }: Db,
  { mode, bankConnectionId, serial }: DeviceIdentity,
  column: "serial" | "device" = "serial",
) => sql`
  mode = ${mode} and ${sql(column)} = ${serial}
  and (bank_connection_id = ${bankConnectionId} or ${SANDBOX_CONNECTION} in (bank_connection_id, ${bankConnectionId}))`;

/** Parses a serial number to its stored form. Throws `Failure("invalid_request")` for an empty one. */
export function parseSerial(text: string): string {
  const serial = text.trim();
  if (serial === "" || !isStorable(serial))
    throw invalid("/device", "device must be the serial number on the device.");
  return serial;
}

const TERMINAL_ID = /^pos_[0-9a-hjkmnp-tv-z]{10}_\d{3}$/;

/** Whether a serial number has the form of a terminal's id, which this service generates for a session. */
export const isGeneratedSerial = (serial: string) => TERMINAL_ID.test(serial);

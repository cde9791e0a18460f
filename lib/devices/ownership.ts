import { actorName } from "@/lib/audit";
import { deploymentConnection, SANDBOX_CONNECTION } from "@/lib/bank";
import { Failure, invalid } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { type DeviceMethod, devices } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { deviceConnection, withProviders } from "./connection";
import { type DeviceIdentity, isGeneratedSerial, isSameDevice, type Owner } from "./identity";

/** A device with its current owner. */
export type OwnedDevice = RowOf<
  typeof devices,
  "id" | "organisationId" | "mode" | "bankConnectionId" | "serial"
>;

/** Finds the current owners of a device; at `bnk_sandbox` there can be several, one per connection. */
export function findOwners(db: Db, device: DeviceIdentity): Promise<OwnedDevice[]> {
  return db.sql<OwnedDevice[]>`
    select id, organisation_id, mode, bank_connection_id, serial from devices
    where ${isSameDevice(db, device)} and released_at is null order by bank_connection_id`;
}

interface NewOwner {
  organisationId: Id<"organisation">;
  method: DeviceMethod;
  claimedBy: string;
  claimedAt: Date;
}

/**
 * Makes an organisation the owner of a device without an owner and cancels the open claims of the device. The caller has
 * called `lockDevices` and checked that there is no owner.
 */
export async function insertDevice(
  db: Db,
  { id = newId("device"), mode, bankConnectionId, serial }: DeviceIdentity & { id?: Id<"device"> },
  owner: NewOwner,
): Promise<Id<"device">> {
  await db.sql`
    update device_claims set state = 'cancelled', ended_at = ${owner.claimedAt}
    where ${isSameDevice(db, { mode, bankConnectionId, serial })} and state = 'open'`;
  await db.orm.insert(devices).values({ id, mode, bankConnectionId, serial, ...owner });
  return id;
}

/** The same failure for another organisation's device and an unowned one, so that a caller cannot distinguish them. */
function notOwned({ isCommandLine }: Caller): Failure {
  return new Failure("conflict", {
    detail: isCommandLine
      ? "The device is not one of the devices of the terminal's organisation. Add it with `takings devices add`; where another organisation owns it, release it first with `takings devices release`."
      : "The device is not one of your organisation's devices. Claim it under Settings, Devices, or ask the operator of the service to add it.",
  });
}

/**
 * Returns the connection at which an organisation may pair a device that it owns. In test mode an unowned device becomes
 * the organisation's. The caller has called `lockDevices`. Throws `Failure("conflict")` if another organisation owns the
 * device or, in live mode, it has no owner; `Failure("invalid_request")` if the organisation owns the serial number at
 * several banks and none is given, or the given bank has no terminals.
 */
export async function requireOwnDevice(
  db: Db,
  caller: Caller,
  owner: Owner,
  { serial, provider }: { serial: string; provider?: ProviderName | undefined },
): Promise<Id<"bankConnection">> {
  const { mode, organisationId } = owner;
  const given = provider && (await deviceConnection(db, owner, provider));
  const identity = { mode, serial, bankConnectionId: given ?? SANDBOX_CONNECTION };
  const owners = await findOwners(db, identity);
  // A device that the operator added before the organisation had its own connection stays at the deployment's.
  if (provider && given !== deploymentConnection(provider))
    owners.push(...(await findOwners(db, { ...identity, bankConnectionId: deploymentConnection(provider) })));
  const [own, ...others] = owners.filter((one) => one.organisationId === organisationId);
  if (own && others.length > 0 && !given) {
    const names = (await withProviders(db, [own, ...others])).flatMap((one) => one.provider ?? []);
    throw invalid("/provider", `provider must be the bank of the device: ${names.join(", ")}.`);
  }
  if (own && own.bankConnectionId !== SANDBOX_CONNECTION) return own.bankConnectionId;
  // A live device added before bank connections existed is owned at every bank, but is paired at one.
  if (own) return given ?? deviceConnection(db, owner);
  if (mode === "live" || owners.length > 0 || isGeneratedSerial(serial)) throw notOwned(caller);
  const claimedBy = actorName(caller);
  await insertDevice(db, identity, { organisationId, method: "sandbox", claimedBy, claimedAt: new Date() });
  return identity.bankConnectionId;
}

/** Returns when another organisation last released a device; `undefined` if no other organisation owned it. */
export async function findEarlierRelease(
  db: Db,
  device: DeviceIdentity,
  { organisationId }: Owner,
): Promise<Date | undefined> {
  const [earlier] = await db.sql<{ releasedAt: Date | null }[]>`
    select max(released_at) as released_at from devices
    where ${isSameDevice(db, device)} and organisation_id <> ${organisationId}`;
  return earlier?.releasedAt ?? undefined;
}

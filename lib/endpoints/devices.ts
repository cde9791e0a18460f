import { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { idSchema } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";
import {
  type DeviceClaim as Claim,
  cancelDeviceClaim,
  getDeviceClaim,
  listOwnDevices,
  type OwnDeviceRow,
  openDeviceClaim,
  parseProvider,
  releaseDevice,
} from "@/lib/devices";
import { ClaimDevice, DeviceClaim, OwnDevices } from "@/lib/devices/contract";
import { endpoint } from "@/lib/http/endpoint";

const DeviceParams = z.object({ device_id: idSchema("device") });
const ClaimParams = z.object({ claim_id: idSchema("deviceClaim") });

const toClaimJson = ({ createdAt, expiresAt, ...claim }: Claim) => ({
  ...claim,
  created_at: createdAt,
  expires_at: expiresAt,
  as_of: new Date(),
});

const toDeviceJson = ({ claimedBy, claimedAt, paired, ...device }: OwnDeviceRow) => ({
  ...device,
  claimed_by: claimedBy,
  claimed_at: claimedAt,
  paired: paired && {
    session_id: paired.sessionId,
    event: paired.event,
    terminal_id: paired.terminalId,
    label: paired.label,
    is_closed: paired.isClosed,
  },
});

/** The devices of an organisation as the API returns them. */
export async function readOwnDevices(scope: Scope): Promise<z.output<typeof OwnDevices>> {
  const { devices, openClaims, banks } = await listOwnDevices(scope);
  return { devices: devices.map(toDeviceJson), open_claims: openClaims.map(toClaimJson), banks };
}

/** Narrows the scope to a member's. Throws `Failure("forbidden")` otherwise, because a claim is made by a person. */
function asMember(scope: Scope): Scope & { actor: Actor } {
  const { actor } = scope;
  if (!actor)
    throw new Failure("forbidden", { detail: "Only a member of the organisation claims a device." });
  return { ...scope, actor };
}

/** Lists the devices of the organisation and its open claims. */
export const listDevicesEndpoint = endpoint({
  name: "list devices",
  params: z.object({}),
  status: 200,
  response: OwnDevices,
  handle: readOwnDevices,
});

/** Opens the claim of a device. Returns the amount to pay on the device as a proof of possession. */
export const openDeviceClaimEndpoint = endpoint({
  name: "claim device",
  params: z.object({}),
  body: ClaimDevice,
  status: 201,
  response: DeviceClaim,
  handle: async (scope, { body: { serial, provider } }) =>
    toClaimJson(await openDeviceClaim(asMember(scope), { serial, provider: parseProvider(provider) })),
});

/** Returns a claim with its current state. */
export const getDeviceClaimEndpoint = endpoint({
  name: "get claim of device",
  params: ClaimParams,
  status: 200,
  response: DeviceClaim,
  handle: async (scope, { params }) => toClaimJson(await getDeviceClaim(scope, params.claim_id)),
});

/** Cancels an open claim. Returns it. */
export const cancelDeviceClaimEndpoint = endpoint({
  name: "cancel claim of device",
  params: ClaimParams,
  status: 200,
  response: DeviceClaim,
  handle: async (scope, { params }) => toClaimJson(await cancelDeviceClaim(scope, params.claim_id)),
});

/** Releases a device of the organisation and unpairs it. Returns its id. */
export const releaseDeviceEndpoint = endpoint({
  name: "release device",
  params: DeviceParams,
  status: 200,
  response: z.object({ id: idSchema("device") }),
  handle: async (scope, { params }) => {
    const { deviceId } = await releaseDevice(scope, { deviceId: params.device_id });
    return { id: deviceId };
  },
});

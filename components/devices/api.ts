import type { z } from "zod";
import type { ClaimDevice, DeviceClaim, OwnDevice, OwnDevices } from "@/lib/devices/contract";

export type DevicesJson = z.input<typeof OwnDevices>;
export type DeviceJson = z.input<typeof OwnDevice>;
export type DeviceClaimJson = z.input<typeof DeviceClaim>;
export type ClaimDeviceJson = z.input<typeof ClaimDevice>;

/** A bank's display name. A device without a provider accepts every bank. */
export const bankName = (provider: string | null) =>
  provider ? provider.charAt(0).toUpperCase() + provider.slice(1) : "Any bank";

/** Whether a device can be paired: it is not paired, or only with a terminal of a closed event. */
export const isPairable = ({ paired }: DeviceJson) => paired === null || paired.is_closed;

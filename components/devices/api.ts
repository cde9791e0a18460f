import type { z } from "zod";
import type { ClaimDevice, DeviceClaim, OwnDevice, OwnDevices } from "@/lib/devices/contract";
import { bankName } from "../shared/format/bank-name";
import * as texts from "./texts";

export type DevicesJson = z.input<typeof OwnDevices>;
export type DeviceJson = z.input<typeof OwnDevice>;
export type DeviceClaimJson = z.input<typeof DeviceClaim>;
export type ClaimDeviceJson = z.input<typeof ClaimDevice>;

/** The bank of a device, for display. A device without a provider accepts every bank. */
export const deviceBankName = (provider: string | null) => (provider ? bankName(provider) : texts.anyBank);

/** Whether a device can be paired: it is not paired, or only with a terminal of a closed event. */
export const isPairable = ({ paired }: DeviceJson) => paired === null || paired.is_closed;

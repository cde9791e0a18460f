import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { FilledText, filledTextUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

const MAX_SERIAL_LENGTH = 100;

/** The identifier by which a bank's notifications name a device: the serial number on it. */
export const Serial = filledTextUpTo(MAX_SERIAL_LENGTH);

/** A device of the caller's organisation. */
export const OwnDevice = z.object({
  id: idOf("device"),
  serial: z.string(),
  /** Null: its payments count whichever bank reports them. */
  provider: z.string().nullable(),
  method: z.enum(["operator", "proof", "sandbox"]),
  claimed_by: z.string(),
  claimed_at: Instant,
  /** The terminal that it is paired with now. */
  paired: z
    .object({
      session_id: idOf("session"),
      event: z.string(),
      terminal_id: z.string(),
      label: z.string(),
      /** Whether the event is closed: the device can be paired elsewhere. */
      is_closed: z.boolean(),
    })
    .nullable(),
});

/** A claim of a device by a payment. */
export const DeviceClaim = z.object({
  id: idOf("deviceClaim"),
  serial: z.string(),
  provider: z.string().nullable(),
  /** What to pay on the device, exactly. */
  amount: Amount,
  created_at: Instant,
  expires_at: Instant,
  state: z.enum(["open", "expired", "proved", "cancelled"]),
  /** The time of the answer, so that a countdown is right on a device with a wrong clock. */
  as_of: Instant,
});

/** The caller's devices, its open claims, and the banks by whose notifications a device can be claimed. */
export const OwnDevices = z.object({
  devices: z.array(OwnDevice),
  open_claims: z.array(DeviceClaim),
  banks: z.array(z.string()),
});

/** Asks to claim a device. */
export const ClaimDevice = z.object({ serial: Serial, provider: FilledText });

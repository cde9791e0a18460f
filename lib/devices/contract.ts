import { z } from "zod";
import { NonBlankText, nonBlankTextSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

const MAX_SERIAL_LENGTH = 100;

/** The identifier by which a bank's notifications name a device: the serial number on it. */
export const Serial = nonBlankTextSchema(MAX_SERIAL_LENGTH);

/** A device of the caller's organisation. */
export const OwnDevice = z.object({
  id: idSchema("device"),
  serial: z.string(),
  /** Null if payments reported by any bank count. */
  provider: z.string().nullable(),
  method: z.enum(["operator", "proof", "sandbox"]),
  claimed_by: z.string(),
  claimed_at: Instant,
  /** The terminal that it is paired with now. */
  paired: z
    .object({
      session_id: idSchema("session"),
      event: z.string(),
      terminal_id: z.string(),
      label: z.string(),
      /** Whether the event is closed, so that the device can be paired with another terminal. */
      is_closed: z.boolean(),
    })
    .nullable(),
});

/** A claim of a device by a payment. */
export const DeviceClaim = z.object({
  id: idSchema("deviceClaim"),
  serial: z.string(),
  provider: z.string().nullable(),
  /** The exact amount to pay on the device. */
  amount: Amount,
  created_at: Instant,
  expires_at: Instant,
  state: z.enum(["open", "expired", "proved", "cancelled"]),
  /** The server's time, so that a countdown is right if the client's clock is wrong. */
  as_of: Instant,
});

/** The organisation's devices, its open claims, and the banks whose notifications can prove a claim. */
export const OwnDevices = z.object({
  devices: z.array(OwnDevice),
  open_claims: z.array(DeviceClaim),
  banks: z.array(z.string()),
});

/** A request to claim a device. */
export const ClaimDevice = z.object({ serial: Serial, provider: NonBlankText });

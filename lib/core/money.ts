import { z } from "zod";
import { formatKobo } from "./kobo";

export { formatKobo, type Kobo, MAX_KOBO, parseNaira } from "./kobo";

/** The codec of amounts: a decimal string with two places in the API, kobo in the code (§1). */
export const Amount = z.codec(z.string().regex(/^\d+\.\d{2}$/), z.bigint().min(0n), {
  decode: (text) => BigInt(text.replace(".", "")),
  encode: formatKobo,
});

/** A number of payments and their sum. */
export const Volume = z.object({ count: z.int(), amount: Amount });
export type Volume = z.output<typeof Volume>;
export type VolumeJson = z.input<typeof Volume>;

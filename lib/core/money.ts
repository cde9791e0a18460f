import { z } from "zod";
import { formatKobo } from "./kobo";

export { formatKobo, type Kobo, MAX_KOBO, parseNaira } from "./kobo";

/** The codec of amounts: a decimal string with two places in the API, kobo in the code (§1). */
export const Amount = z.codec(z.string().regex(/^\d+\.\d{2}$/), z.bigint().min(0n), {
  decode: (text) => BigInt(text.replace(".", "")),
  encode: formatKobo,
});

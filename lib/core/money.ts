import { z } from "zod";
import { formatKobo } from "./kobo";

export { formatKobo, type Kobo, MAX_KOBO, parseNaira } from "./kobo";

/** The codec of amounts: a decimal string with two places in the API, kobo in the code (§1). */
export const Amount = z
  .codec(
    z.string().regex(/^\d+\.\d{2}$/, "must be a decimal string with two places, such as 7500.00"),
    z.bigint().min(0n),
    {
      decode: (text) => BigInt(text.replace(".", "")),
      encode: formatKobo,
    },
  )
  .meta({
    id: "Amount",
    description: "An amount in naira, a decimal number with two places.",
    examples: ["7500.00"],
  });

/** A number of payments and their sum, as the summaries of §2.6 and §2.7 name them. */
export const CountedTotal = z
  .object({
    count: z
      .int()
      .min(0)
      .meta({ description: "The number of transactions.", examples: [1] }),
    total: Amount.meta({ description: "The sum of their amounts." }),
  })
  .meta({ id: "CountedTotal", description: "A number of transactions and their sum." });

/** A number of payments and their sum. */
export const Volume = z.object({ count: z.int(), amount: Amount });
export type Volume = z.output<typeof Volume>;
export type VolumeJson = z.input<typeof Volume>;

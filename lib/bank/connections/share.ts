import { z } from "zod";

const code = z.string().trim().min(1).max(100);
const percentage = z.number().min(0).max(100);

/** One part of Monnify's `incomeSplitConfig` [D]. */
const IncomeSplit = z.strictObject({
  subAccountCode: code,
  feePercentage: percentage.optional(),
  splitPercentage: percentage.optional(),
  feeBearer: z.boolean().optional(),
});

/**
 * An organisation's share of the payments to its accounts at the deployment's own connection, as the bank's API takes it:
 * Paystack's `subaccount` or `split_code`, Monnify's `incomeSplitConfig`, or a sub-account at Nomba.
 */
export const BankShare = z.union([
  z.strictObject({ provider: z.literal("paystack"), subaccount: code }),
  z.strictObject({ provider: z.literal("paystack"), splitCode: code }),
  z.strictObject({ provider: z.literal("monnify"), incomeSplitConfig: z.array(IncomeSplit).min(1).max(50) }),
  z.strictObject({ provider: z.literal("nomba"), subAccountId: code }),
]);
export type BankShare = z.output<typeof BankShare>;

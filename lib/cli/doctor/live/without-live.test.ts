/** Guarantee: `takings doctor` asks no bank without `--live`. The command closes the database's pools, so it runs once here. */
import { afterAll, expect, it } from "vitest";
import { startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { useTestDatabase } from "@/lib/testing/database";
import { takings } from "../../testing/takings";

const bank = await startLivePaystack(["sk_live_deployment"]);
Object.assign(process.env, { BANK_PROVIDERS: "paystack", AUTH_URL: "https://localhost" });
afterAll(() => bank.close());
useTestDatabase();

it("doctor without --live calls no bank and is the default", async () => {
  const { value } = await takings("doctor");
  expect(value.database).toMatchObject({ fault: null, workload: { pending_deliveries: 0 } });
  expect(value).not.toHaveProperty("live");
  expect(bank.requests).toEqual([]);
});

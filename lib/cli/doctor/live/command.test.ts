/** Guarantee: `takings doctor --live` needs live mode, prints its checks, and exits 1 because of them. */
import { afterAll, expect, it } from "vitest";
import { startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { useTestDatabase } from "@/lib/testing/database";
import { takings } from "../../testing/takings";

const bank = await startLivePaystack(["sk_live_deployment"]);
Object.assign(process.env, { BANK_PROVIDERS: "paystack", AUTH_URL: "https://localhost" });
afterAll(() => bank.close());
useTestDatabase();

it("doctor --live is refused in the sandbox, and --processes without --live", async () => {
  process.env.BANK_MODE = "sandbox";
  const refused = await takings("doctor --live");
  process.env.BANK_MODE = "live";
  expect(refused).toMatchObject({
    ...{ exitCode: 1, value: { error: { message: expect.stringContaining("BANK_MODE=live") } } },
  });
  expect(bank.requests).toEqual([]);
  expect((await takings("doctor --processes https://a.example")).exitCode).toBe(2);
  expect((await takings("doctor --live --processes here")).exitCode).toBe(2);
});

it("adds the checks to the report", async () => {
  const { value, exitCode } = await takings(
    "doctor --live --processes http://127.0.0.1:9,http://127.0.0.1:7",
  );
  expect(exitCode).toBe(1);
  const of = (name: string) => value.live.filter(({ check }: { check: string }) => check === name);
  expect(of("credentials")).toMatchObject([{ subject: "bnk_paystack", result: "ok" }]);
  expect(of("secrets")).toMatchObject([{ result: "problem" }, { result: "problem" }]);
  expect(value.problems).toEqual(
    expect.arrayContaining([expect.stringContaining("http://127.0.0.1:7 could not be compared")]),
  );
  expect(value.database).not.toHaveProperty("connections");
});

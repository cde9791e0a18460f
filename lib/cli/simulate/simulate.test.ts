import { describe, expect, it, onTestFinished } from "vitest";
import { getProvider } from "@/lib/bank";
import { listApiKeys } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { runCommand } from "../run";
import { startStubService } from "../testing/service";
import { captureStreams } from "../testing/streams";
import { addSimulateCommand } from "./index";
import { simulatedCredit } from "./payers";
import { planDestinations } from "./plan";
import { randomFrom } from "./random";

useTestDatabase();

async function stub(behaviour?: Parameters<typeof startStubService>[0]) {
  const service = await startStubService(behaviour);
  onTestFinished(async () => void (await service.close()));
  return service;
}

async function simulate(url: string, ...argv: string[]) {
  const streams = captureStreams();
  const context = { commands: [addSimulateCommand], withDatabase: <T>(work: () => Promise<T>) => work() };
  const exitCode = await runCommand(["simulate", "--url", url, "--json", ...argv], streams, context);
  return { exitCode, value: JSON.parse(streams.stdout), stderr: streams.stderr };
}

describe("a simulation", () => {
  it("sends rate times duration, half at the terminals in turn, and matches the service to the kobo", async () => {
    const service = await stub();
    const { exitCode, value, stderr } = await simulate(service.url, "--rate", "200/s", "--for", "500ms");
    expect(exitCode).toBe(0);
    expect(value).toMatchObject({
      sent: 100,
      acknowledged: 100,
      unacknowledged: 0,
      sent_again: 0,
      matches: true,
      differences: [],
    });
    expect(value.by_channel).toMatchObject({ bank_transfer: { count: 50 }, pos: { count: 50 } });
    expect(value.by_terminal).toMatchObject({
      pos_0123456789_001: { count: 25 },
      pos_0123456789_002: { count: 25 },
    });
    const kobo = [...service.recorded.values()].reduce((total, { amount }) => total + amount, 0n);
    expect(value.total.replace(".", "")).toBe(String(kobo));
    expect(value.latency_ms.p50).toBeGreaterThan(0);
    expect(stderr).toContain("100 of 100 acknowledged");
  });

  it("retries rejected notifications with the same bytes, as a bank does, and counts them once", async () => {
    const service = await stub({ refuses: (request) => request % 3 === 0 });
    const { exitCode, value } = await simulate(service.url, "--rate", "100/s", "--for", "300ms");
    expect({ exitCode, sent: value.sent, acknowledged: value.acknowledged, matches: value.matches }).toEqual({
      exitCode: 0,
      sent: 30,
      acknowledged: 30,
      matches: true,
    });
    expect(value.sent_again).toBe(service.requests() - 30);
    expect(value.sent_again).toBeGreaterThan(5);
  });

  it("detects a payment that was acknowledged and lost: exit 1 with the difference", async () => {
    const service = await stub({ loses: (request) => request === 7 });
    const { exitCode, value } = await simulate(
      service.url,
      "--rate",
      "100/s",
      "--for",
      "100ms",
      "--pos-share",
      "0",
    );
    expect(exitCode).toBe(1);
    expect(value.matches).toBe(false);
    expect(value.differences.map((one: { what: string }) => one.what)).toEqual([
      "total_inflow",
      "by_channel.bank_transfer",
    ]);
    expect(value.differences[0].recorded).toMatch(/^9 payments, /);
  });

  it("compares only its own payments in a session with earlier ones", async () => {
    const service = await stub();
    await simulate(service.url, "--rate", "100/s", "--for", "100ms");
    const { exitCode, value } = await simulate(service.url, "--rate", "50/s", "--for", "100ms");
    expect({ exitCode, sent: value.sent, recorded: service.recorded.size }).toEqual({
      exitCode: 0,
      sent: 5,
      recorded: 15,
    });
  });

  it("the same seed gives the same amounts under new payment keys", async () => {
    const service = await stub();
    const argv = ["--rate", "100/s", "--for", "200ms", "--seed", "7", "--speed", "10", "--scenario", "rush"];
    const [one, other] = [await simulate(service.url, ...argv), await simulate(service.url, ...argv)];
    expect(one.value.total).toBe(other.value.total);
    expect(service.recorded.size).toBe(40);
    expect(one.value).toMatchObject({ seed: 7, scenario: "rush" });
  });

  it("leaves no valid key behind", async () => {
    await simulate((await stub()).url, "--rate", "10/s", "--for", "100ms", "--organisation", "Left");
    const keys = await listApiKeys({ organisation: "Left" });
    expect(keys).toMatchObject([{ mode: "test", revokedAt: expect.any(Date), expiresAt: expect.any(Date) }]);
  });

  it("reports that no service answers", async () => {
    const { exitCode, value } = await simulate("http://127.0.0.1:9", "--rate", "10/s", "--for", "100ms");
    expect({ exitCode, code: value.error.code }).toEqual({ exitCode: 1, code: "unavailable" });
    expect(value.error.message).toContain("does not answer at http://127.0.0.1:9");
  });

  it.each([
    [["--scenario", "storm"], /one of steady, rush/],
    [["--rate", "0"], /must be a rate/],
    [["--rate", "0.001/s", "--for", "1s"], /gives 0 payments/],
    [["--rate", "99999/s", "--for", "3d"], /1000000/],
    [["--new", "--session", "ses_01m7wja30291e5wma656tpsg5t"], /exclude one another/],
  ])("refuses %j", async (argv, words) => {
    const { exitCode, value } = await simulate("http://127.0.0.1:9", ...argv);
    expect(exitCode).toBe(2);
    expect(value.error.message).toMatch(words);
  });
});

it("rejects an address that is not http or https", async () => {
  expect((await simulate("ftp://127.0.0.1")).exitCode).toBe(2);
});

describe("destinations of simulated payments", () => {
  const paystack = getProvider("paystack");
  const places = { account: "0123456789", terminals: ["a", "b", "c"] };
  const destinations = (share: number | undefined, count = 12) =>
    Array.from({ length: count }, (_, index) => planDestinations(paystack, places, share)(index));

  it("a share of a quarter sends every fourth to the terminals in turn", () => {
    const found = destinations(0.25).map((to) => (to.channel === "pos" ? to.device : "-"));
    expect(found.join("")).toBe("---a---b---c");
  });

  it("none and all are possible, half is the default", () => {
    expect(destinations(0).every(({ channel }) => channel === "bank_transfer")).toBe(true);
    expect(destinations(1).every(({ channel }) => channel === "pos")).toBe(true);
    expect(destinations(undefined).filter(({ channel }) => channel === "pos")).toHaveLength(6);
  });

  it("without terminals all payments are transfers, unless a POS share was requested", () => {
    const bare = { account: "0123456789", terminals: [] };
    expect(planDestinations(paystack, bare, undefined)(1)).toEqual({
      channel: "bank_transfer",
      account: "0123456789",
    });
    expect(() => planDestinations(paystack, bare, 0.5)).toThrow(/payments at a terminal/);
    expect(() => planDestinations(paystack, { account: undefined, terminals: ["a"] }, 0.5)).toThrow(
      /transfers to an account/,
    );
  });
});

it("a generated payment is plausible: a few tickets' worth, a payer with ten digits, references of the right length", () => {
  const random = randomFrom(1);
  for (let index = 0; index < 500; index++) {
    const credit = simulatedCredit(random, `key-${index}`, { channel: "pos", device: "a" });
    expect(credit.amount).toBeGreaterThanOrEqual(150_000n);
    expect(credit.amount).toBeLessThan(15_000_100n);
    expect(credit.senderAccount).toMatch(/^\d{10}$/);
    expect(credit.senderName).toMatch(/^[A-Z]+ [A-Z]+$/);
    expect(credit.bankRef).toMatch(/^\d{12}$/);
  }
  expect(simulatedCredit(random, "k", { channel: "bank_transfer", account: "1" }).bankRef).toMatch(
    /^\d{30}$/,
  );
});

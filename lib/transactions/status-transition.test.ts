import { expect, test } from "vitest";
import { classifyUpdate, type Recorded, type UpdateClassification } from "./status-transition";
import { createIncomingCredit } from "./testing/sessions";

const RECORDED: Recorded = {
  amount: 10_000n,
  currency: "NGN",
  account: "0123456789",
  channel: "bank_transfer",
  devices: [],
  status: "successful",
};
const reported = (change: object = {}) => ({
  ...createIncomingCredit({ account: "0123456789" }).credit,
  ...change,
});

test.each<[Recorded["status"], Recorded["status"], UpdateClassification]>([
  ["pending", "pending", "repeat"],
  ["pending", "successful", "advance"],
  ["pending", "failed", "advance"],
  ["successful", "pending", "outdated"],
  ["successful", "successful", "repeat"],
  ["successful", "failed", "contradiction"],
  ["failed", "pending", "outdated"],
  ["failed", "successful", "contradiction"],
  ["failed", "failed", "repeat"],
])("a %s payment that is reported as %s is classified as %s", (recorded, status, update) => {
  expect(classifyUpdate({ ...RECORDED, status: recorded }, reported({ status }))).toBe(update);
  for (const change of [{ amount: 10_001n }, { currency: "USD" }, { account: "9999999999" }]) {
    expect(classifyUpdate({ ...RECORDED, status: recorded }, reported({ status, ...change }))).toBe(
      "conflict",
    );
  }
});

test("a notification without an account matches any account", () => {
  expect(classifyUpdate(RECORDED, reported({ account: "" }))).toBe("repeat");
});

test("a payment that was recorded without an account matches any account", () => {
  expect(classifyUpdate({ ...RECORDED, account: "" }, reported())).toBe("repeat");
});

test("a terminal payment is not compared with its session's account", () => {
  const atTerminal = { channel: "pos", devices: ["2232WE17"] };
  expect(
    classifyUpdate({ ...RECORDED, ...atTerminal }, reported({ ...atTerminal, account: "9999999999" })),
  ).toBe("repeat");
  expect(classifyUpdate({ ...RECORDED, ...atTerminal, account: null }, reported(atTerminal))).toBe("repeat");
});

test("a transfer recorded in a session without an account conflicts with any reported account", () => {
  expect(classifyUpdate({ ...RECORDED, account: null }, reported())).toBe("conflict");
});

test("a repeat with another channel or device is a conflict, a repeat without a device is not", () => {
  const atTerminal = { ...RECORDED, channel: "pos", devices: ["2232WE17", "lenco-terminal-1"] };
  expect(classifyUpdate(atTerminal, reported())).toBe("conflict");
  expect(classifyUpdate(atTerminal, reported({ channel: "pos", devices: ["2232WE99"] }))).toBe("conflict");
  expect(classifyUpdate(atTerminal, reported({ channel: "pos", devices: ["lenco-terminal-1"] }))).toBe(
    "repeat",
  );
  expect(classifyUpdate(atTerminal, reported({ channel: "pos", devices: [] }))).toBe("repeat");
  expect(
    classifyUpdate({ ...atTerminal, devices: [] }, reported({ channel: "pos", devices: ["2232WE99"] })),
  ).toBe("repeat");
});

import { expect, test } from "vitest";
import { classifyUpdate, type Recorded, type StatusUpdate } from "./status-transition";
import { incoming } from "./testing/sessions";

const RECORDED: Recorded = {
  amount: 10_000n,
  currency: "NGN",
  account: "0123456789",
  channel: "bank_transfer",
  devices: [],
  status: "successful",
};
const told = (change: object = {}) => ({ ...incoming({ account: "0123456789" }).credit, ...change });

test.each<[Recorded["status"], Recorded["status"], StatusUpdate]>([
  ["pending", "pending", "repeat"],
  ["pending", "successful", "advance"],
  ["pending", "failed", "advance"],
  ["successful", "pending", "old_news"],
  ["successful", "successful", "repeat"],
  ["successful", "failed", "contradiction"],
  ["failed", "pending", "old_news"],
  ["failed", "successful", "contradiction"],
  ["failed", "failed", "repeat"],
])("what is %s and is told to be %s is a %s", (recorded, status, word) => {
  expect(classifyUpdate({ ...RECORDED, status: recorded }, told({ status }))).toBe(word);
  for (const change of [{ amount: 10_001n }, { currency: "USD" }, { account: "9999999999" }]) {
    expect(classifyUpdate({ ...RECORDED, status: recorded }, told({ status, ...change }))).toBe("conflict");
  }
});

test("a notice that names no account disagrees with none", () => {
  expect(classifyUpdate(RECORDED, told({ account: "" }))).toBe("repeat");
});

test("a payment at a terminal is not held to its session's account", () => {
  const atTerminal = { channel: "pos", devices: ["2232WE17"] };
  expect(classifyUpdate({ ...RECORDED, ...atTerminal }, told({ ...atTerminal, account: "9999999999" }))).toBe(
    "repeat",
  );
  expect(classifyUpdate({ ...RECORDED, ...atTerminal, account: null }, told(atTerminal))).toBe("repeat");
});

test("a transfer recorded in a session without an account disagrees with any that is named", () => {
  expect(classifyUpdate({ ...RECORDED, account: null }, told())).toBe("conflict");
});

test("a repeat that names another channel or another device is a conflict, one that names no device is none", () => {
  const atTerminal = { ...RECORDED, channel: "pos", devices: ["2232WE17", "lenco-terminal-1"] };
  expect(classifyUpdate(atTerminal, told())).toBe("conflict");
  expect(classifyUpdate(atTerminal, told({ channel: "pos", devices: ["2232WE99"] }))).toBe("conflict");
  expect(classifyUpdate(atTerminal, told({ channel: "pos", devices: ["lenco-terminal-1"] }))).toBe("repeat");
  expect(classifyUpdate(atTerminal, told({ channel: "pos", devices: [] }))).toBe("repeat");
  expect(
    classifyUpdate({ ...atTerminal, devices: [] }, told({ channel: "pos", devices: ["2232WE99"] })),
  ).toBe("repeat");
});

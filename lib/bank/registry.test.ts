import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  bankBodyLimit,
  provisionAccount,
  readNotification,
  receiveOnlyProviders,
  verifyingSecret,
} from "@/lib/bank";
import { clearSingleton } from "@/lib/process-singleton";
import { lenco } from "./lenco/provider";
import { moniepoint } from "./moniepoint/provider";
import { monnify } from "./monnify/provider";
import { nomba } from "./nomba/provider";
import { paystack } from "./paystack/provider";
import { parseStored } from "./registry";
import { isValidNuban } from "./sandbox";
import { ADAPTERS } from "./testing/adapters";
import { SAMPLE, sampleFor, toRawNotification } from "./testing/notifications";

const TEST_SECRET = "the generated test secret";
const LIVE_SECRET = "the bank's own live secret";
const folder = mkdtempSync(path.join(tmpdir(), "registry-"));
afterAll(() => rmSync(folder, { recursive: true }));

function settings(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
}

beforeEach(() => {
  clearSingleton("settings");
  clearSingleton("custom bank adapter");
  settings({ DATA_DIR: folder, DATABASE_URL: "" });
});
afterEach(() => {
  vi.unstubAllEnvs();
  clearSingleton("settings");
});

const live = () => {
  writeFileSync(path.join(folder, "secrets.json"), JSON.stringify({ TEST_PAYSTACK_SECRET_KEY: TEST_SECRET }));
  settings({
    BANK_MODE: "live",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    BANK_PROVIDERS: "lenco,paystack",
    PAYSTACK_SECRET_KEY: LIVE_SECRET,
    PAYSTACK_PREFERRED_BANK: "wema-bank",
    PAYSTACK_CUSTOMER_EMAIL: "money@host.ng",
    PAYSTACK_CUSTOMER_PHONE: "+2348000000000",
    LENCO_API_TOKEN: "a token",
  });
};
const sandbox = () =>
  settings({ BANK_MODE: "sandbox", PAYSTACK_SECRET_KEY: TEST_SECRET, NOMBA_SIGNATURE_KEY: TEST_SECRET });

describe("a bank notification", () => {
  it("is attributed by its signature header, and its mode by the secret", () => {
    live();
    const ofMode = (secret: string) => readNotification(toRawNotification(paystack.compose(SAMPLE, secret)));
    expect(ofMode(LIVE_SECRET)).toMatchObject({
      provider: { name: "paystack" },
      mode: "live",
      message: { kind: "credit" },
    });
    expect(ofMode(TEST_SECRET)).toMatchObject({ provider: { name: "paystack" }, mode: "test" });
  });

  it("is only in test mode in the sandbox", () => {
    sandbox();
    expect(readNotification(toRawNotification(paystack.compose(SAMPLE, TEST_SECRET)))).toMatchObject({
      mode: "test",
    });
    expect(readNotification(toRawNotification(nomba.compose(SAMPLE, TEST_SECRET)))).toMatchObject({
      provider: { name: "nomba" },
    });
    expect(verifyingSecret("paystack", "live")).toBeUndefined();
  });

  it.each([
    ["carries no signature", toRawNotification({ headers: {}, body: "{}" })],
    ["is signed with another secret", toRawNotification(paystack.compose(SAMPLE, "another secret"))],
    ["is signed with no secret", toRawNotification(paystack.compose(SAMPLE, ""))],
    ["is of a bank that is not configured", toRawNotification(monnify.compose(SAMPLE, TEST_SECRET))],
  ])("is refused with the same failure if it %s", (_, notification) => {
    live();
    let thrown: unknown;
    try {
      readNotification(notification);
    } catch (failure) {
      thrown = failure;
    }
    expect(thrown).toMatchObject({
      code: "invalid_signature",
      detail: undefined,
      faults: [],
      internal: undefined,
    });
  });

  it("is attributed without parsing the body if the signature covers the bytes", () => {
    const secrets = { MONNIFY_SECRET_KEY: TEST_SECRET, LENCO_API_TOKEN: TEST_SECRET };
    settings({ BANK_MODE: "sandbox", PAYSTACK_SECRET_KEY: TEST_SECRET, ...secrets });
    settings({ MONIEPOINT_WEBHOOK_SECRET: TEST_SECRET });
    for (const provider of [paystack, monnify, lenco, moniepoint]) {
      const notification = toRawNotification(provider.compose(sampleFor(provider), "another secret"));
      expect(bankBodyLimit(notification.headers), "the settings are read").toBe(16_777_216);
      const parsers = [vi.spyOn(provider, "parse"), vi.spyOn(JSON, "parse")];
      expect(() => readNotification(notification)).toThrow(/signature/i);
      for (const parser of parsers) {
        expect(parser).not.toHaveBeenCalled();
        parser.mockRestore();
      }
    }
  });

  it.each([
    ["nomba", 65_536],
    ["paystack", 2_000_000],
  ] as const)("has the body limit of its adapter: %s", (name, bytes) => {
    sandbox();
    settings({ BANK_BODY_LIMIT_BYTES: "2000000" });
    const { headers } = toRawNotification({ nomba, paystack }[name].compose(SAMPLE, TEST_SECRET));
    expect(bankBodyLimit(headers)).toBe(bytes);
  });

  it("has no larger body limit than the limit of all banks", () => {
    sandbox();
    settings({ BANK_BODY_LIMIT_BYTES: "2000" });
    expect(bankBodyLimit(new Headers({ "nomba-signature": `${"A".repeat(43)}=` }))).toBe(2_000);
  });

  it("is refused before its body is read if its headers cannot sign any", () => {
    sandbox();
    const hex = "0".repeat(128);
    expect(bankBodyLimit(new Headers({ "x-paystack-signature": hex }))).toBeGreaterThan(0);
    const unsigned: Record<string, string>[] = [
      {},
      { "content-type": "application/json" },
      { "x-paystack-signature": "" },
      { "x-paystack-signature": "x" },
      { "x-paystack-signature": hex.slice(1) },
      { "x-paystack-signature": `${hex}, ${hex}` },
      { "x-paystack-signature": "A".repeat(128) },
      { "nomba-signature": hex },
    ];
    for (const headers of unsigned) expect(() => bankBodyLimit(new Headers(headers))).toThrow(/signature/i);
  });

  it("composed by any adapter has a signature of that adapter's format", () => {
    sandbox();
    for (const provider of ADAPTERS) {
      const { headers } = toRawNotification(provider.compose(sampleFor(provider), TEST_SECRET));
      expect(headers.get(provider.signatureHeader)).toMatch(provider.signaturePattern);
    }
  });

  it("is refused if the bank has no secret or an empty one", () => {
    sandbox();
    expect(() => readNotification(toRawNotification(monnify.compose(SAMPLE, "")))).toThrow(/signature/i);
  });

  it("can be from a custom bank; an invalid file stops the start", () => {
    const file = path.join(import.meta.dirname, "../../docs/custom-bank.example.json");
    settings({
      BANK_PROVIDERS: "custom,paystack",
      CUSTOM_BANK_SECRET: TEST_SECRET,
      CUSTOM_BANK_ADAPTER: file,
    });
    expect(receiveOnlyProviders()).toEqual(["custom"]);
    clearSingleton("settings");
    clearSingleton("custom bank adapter");
    settings({ CUSTOM_BANK_ADAPTER: path.join(folder, "none.json") });
    expect(() => receiveOnlyProviders()).toThrow(/CUSTOM_BANK_ADAPTER/);
  });
});

describe("a stored notification", () => {
  it("is parsed with its stored adapter version", () => {
    const notification = toRawNotification(paystack.compose(SAMPLE, "any secret"));
    const { version } = paystack;
    expect(parseStored(paystack, version, notification)).toMatchObject({
      kind: "credit",
      paymentKey: SAMPLE.paymentKey,
    });
    expect(() => parseStored(paystack, version + 1, notification)).toThrow(
      "paystack has no parser of version",
    );
    expect(() => parseStored(paystack, 0, notification)).toThrow("paystack has no parser of version 0");
  });

  it("is parsed as the earlier adapter version that recorded it did", () => {
    const customer = { email: "money+ses_01@host.ng" };
    const transfer = { amount: "30000", transaction_id: "1" };
    const body = JSON.stringify({
      event: "bank.transfer.rejected",
      data: { bank_transfer: transfer, customer },
    });
    const notification = toRawNotification({ headers: {}, body });
    expect(parseStored(paystack, 2, notification)).toMatchObject({ accountReference: "ses_01" });
    expect(parseStored(paystack, 1, notification)).toMatchObject({ kind: "credit", accountReference: "" });
  });
});

describe("a collection account", () => {
  it("is generated in test mode without calling a bank", async () => {
    live();
    const account = await provisionAccount({
      organisationId: "org_1",
      mode: "test",
      sessionId: "ses_1",
      name: "Show",
    });
    expect(account.connectionId).toBe("bnk_sandbox");
    expect(isValidNuban(account.bankCode, account.accountNumber)).toBe(true);
    const next = await provisionAccount({
      organisationId: "org_1",
      ...{ mode: "test", sessionId: "ses_1", name: "Show", attempt: 1 },
    });
    expect(next.accountNumber).not.toBe(account.accountNumber);
  });

  it("is issued by a bank with optional account settings only if they are set", () => {
    live();
    expect(receiveOnlyProviders()).toEqual(["lenco"]);
    clearSingleton("settings");
    settings({ LENCO_BVN: "22222222222" });
    expect(receiveOnlyProviders()).toEqual([]);
  });
});

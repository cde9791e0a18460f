import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MAX_PAYMENT_KOBO } from "../parsing/amount";
import type { BankMessage, Provider } from "../provider";
import { ADAPTERS } from "./adapters";
import { type GeneratedNotification, generateNotifications } from "./generate";
import { SECRET, toRawNotification } from "./notifications";

const OPTIONS = { accounts: ["1000000001", "1000000002"], devices: ["SN-A", "SN-B"] };
const CONTEXT = { businessTimeZone: "Africa/Lagos" };
const COUNT = 5000;

const adapterOf = ({ provider }: GeneratedNotification): Provider =>
  ADAPTERS.find(({ name }) => name === provider) as Provider;
const read = (one: GeneratedNotification): BankMessage =>
  adapterOf(one).parse(toRawNotification(one), CONTEXT);

/** Lists the texts in a value, at every depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  return Object.values(value).flatMap(textsIn);
}

function amountsIn(message: BankMessage): (bigint | undefined)[] {
  if (message.kind !== "settlement") return "amount" in message ? [message.amount] : [];
  return [
    ...message.lines.flatMap(({ gross, net }) => [gross, net]),
    ...message.unreadableLines.map(({ amount }) => amount),
  ];
}

/** Lists the reasons why a message cannot be stored. */
function faultsOf(message: BankMessage): string[] {
  const faults: string[] = [];
  for (const text of textsIn(message)) {
    if (!text.isWellFormed() || /\p{Cc}/u.test(text) || text.length > 500) faults.push(JSON.stringify(text));
  }
  for (const amount of amountsIn(message)) {
    if (amount !== undefined && (amount <= 0n || amount > MAX_PAYMENT_KOBO)) faults.push(`amount ${amount}`);
  }
  if (message.kind === "credit") {
    for (const charge of [message.fee, message.stampDuty]) {
      if (charge !== undefined && (charge < 0n || charge > MAX_PAYMENT_KOBO)) faults.push(`charge ${charge}`);
    }
    const time = message.paidAt?.getTime() ?? 0;
    if (message.paidAt?.toISOString().length !== 24 && message.paidAt) faults.push(`time ${time}`);
    if (time < Date.parse("0001-01-01T00:00:00Z")) faults.push(`time ${time}`);
    if (message.paymentKey === "" || message.currency === "") faults.push("an empty key or currency");
  }
  if (message.kind === "settlement" && !/^[2-9]\d{3}-\d{2}-\d{2}$/.test(message.settledOn))
    faults.push(`day ${message.settledOn}`);
  if (message.kind === "reversal" && message.paymentKeys.length === 0) faults.push("no key");
  return faults;
}

describe("generated notifications", () => {
  const all = [...generateNotifications(7, COUNT, OPTIONS)];

  it("are verified and parsed without throwing to storable messages", () => {
    for (const [index, one] of all.entries()) {
      const notification = toRawNotification(one);
      expect(adapterOf(one).verify(notification, SECRET), `${index}`).toBe(true);
      expect(
        faultsOf(adapterOf(one).parse(notification, CONTEXT)),
        `${index}: ${one.corruptedMembers}`,
      ).toEqual([]);
    }
  });

  it("are parsed to the intended values if not corrupted", () => {
    for (const one of all.filter(({ corruptedMembers: spoiled }) => spoiled.length === 0)) {
      const message = read(one);
      const { paymentKey, amount, account, device } = one.intended;
      if (one.kind === "payment") {
        expect(message).toMatchObject({ kind: "credit", paymentKey, amount });
        if (account) expect(message).toMatchObject({ account });
        if (device) expect(message).toMatchObject({ devices: expect.arrayContaining([device]) });
      } else if (one.kind === "settlement") {
        expect(message).toMatchObject({ kind: "settlement", lines: [{ paymentKey, gross: amount }] });
      } else if (one.kind === "unknown") {
        expect(message).toMatchObject({ kind: "unrecognised", namesAmount: true });
      } else if (one.kind === "ignored") {
        expect(message).toMatchObject({ kind: "ignored" });
      } else {
        expect(message).toMatchObject({
          kind: "reversal",
          reversal: one.kind,
          paymentKeys: [paymentKey],
          amount,
        });
      }
    }
  });

  it("cover every bank and kind, documented and corrupted", () => {
    const kinds = new Set(all.map(({ kind, corruptedMembers: spoiled }) => `${kind} ${spoiled.length > 0}`));
    expect(kinds.size).toBe(14);
    for (const { name } of ADAPTERS) {
      const own = all.filter(({ provider }) => provider === name);
      expect(own.length).toBeGreaterThanOrEqual(Math.floor(COUNT / ADAPTERS.length));
      const kindsRead = new Set(own.map((one) => read(one).kind));
      expect([...kindsRead], name).toEqual(
        expect.arrayContaining(["credit", "ignored", "unrecognised", "unreadable"]),
      );
    }
    expect(Math.max(...all.map(({ body }) => body.length))).toBeGreaterThan(1_000_000);
    const nomba = all.filter(({ provider }) => provider === "nomba");
    expect(Math.max(...nomba.map(({ body }) => body.length))).toBeLessThan(65_536);
  });

  it("contain payments on other channels at accounts and at devices", () => {
    for (const [provider, ...destinations] of [
      ["paystack", "account", "device"],
      ["monnify", "account"],
      ["nomba", "device"],
      ["flutterwave", "account"],
    ] as const) {
      const own = all.filter((one) => one.provider === provider && one.corruptedMembers.length === 0);
      const other = own.filter((one) => {
        const message = read(one);
        return message.kind === "credit" && message.channel === "unsupported";
      });
      for (const destination of destinations)
        expect(
          other.some(({ intended }) => intended[destination]),
          `${provider} ${destination}`,
        ).toBe(true);
    }
  });

  it("have their own payments or refer to earlier ones of the same bank", () => {
    const payments = all.filter(({ kind }) => kind === "payment");
    const keys = new Map(payments.map((one) => [one.intended.paymentKey, one.provider]));
    expect(keys.size).toBe(payments.length);
    const later = all.filter(({ kind }) => !["payment", "unknown", "ignored"].includes(kind));
    const linked = later.filter(({ intended }) => keys.has(intended.paymentKey));
    expect(linked.length).toBeGreaterThan(later.length / 3);
    for (const { provider, intended } of linked) expect(keys.get(intended.paymentKey)).toBe(provider);
  });

  it("are deterministic by seed and generated lazily", () => {
    const digest = ({ body, ...rest }: GeneratedNotification) => ({
      ...rest,
      body: createHash("sha256").update(body).digest("hex"),
    });
    const some = [...generateNotifications(7, 300, OPTIONS)].map(digest);
    expect(some).toEqual(all.slice(0, 300).map(digest));
    expect([...generateNotifications(8, 300, OPTIONS)].map(digest)).not.toEqual(some);
    const endless = generateNotifications(7, Number.POSITIVE_INFINITY, OPTIONS);
    expect(digest(endless.next().value as GeneratedNotification)).toEqual(some[0]);
  });

  it("are signed with the given secrets", () => {
    const secretOf = (provider: string) => `secret of ${provider}`;
    for (const one of generateNotifications(7, 60, { ...OPTIONS, secretOf })) {
      expect(adapterOf(one).verify(toRawNotification(one), secretOf(one.provider))).toBe(true);
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listBanks } from "./parsing/bank-names";
import { mask } from "./paystack/simulate";
import type { BankCredit, BankMessage, Provider, SimulatedCredit } from "./provider";
import { ADAPTERS } from "./testing/adapters";
import { parseBody, SAMPLE, SECRET, sampleFor, toRawNotification } from "./testing/notifications";

const word = (maxLength: number) =>
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .,'-]*[A-Za-z0-9]$/, { maxLength });
const CBN_CODES = listBanks()
  .map((bank) => bank.code)
  .filter((code) => code.length === 3);

function anyCredit(provider: Provider): fc.Arbitrary<SimulatedCredit> {
  return fc.constantFrom(...provider.channels).chain((channel) =>
    fc.record({
      paymentKey: fc.stringMatching(/^[A-Za-z0-9|_-]{1,60}$/),
      amount: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      channel: fc.constant(channel),
      status: fc.constantFrom("successful" as const, "failed" as const),
      account: channel === "pos" ? fc.constant("") : fc.stringMatching(/^\d{10}$/),
      device: channel === "pos" ? fc.stringMatching(/^[A-Z0-9]{4,16}$/) : fc.constant(""),
      senderName: word(40),
      senderAccount: fc.stringMatching(/^\d{10}$/),
      senderBank: fc.constantFrom(...CBN_CODES),
      narration: word(80),
      bankRef: fc.stringMatching(/^\d{30}$/),
      paidAt: fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
    }),
  );
}

/** The fields of a payment that a bank's format can carry. */
function carried(provider: Provider, credit: SimulatedCredit): Partial<BankCredit> {
  const { device, channel, ...rest } = credit;
  const all = { ...rest, channel, devices: device === "" ? [] : [device] };
  const { senderName: _, senderAccount: __, senderBank: ___, narration: ____, ...withoutPayer } = all;
  if (provider.name === "moniepoint") return withoutPayer;
  if (provider.name === "paystack") {
    return { ...all, bankRef: credit.paymentKey, senderAccount: mask(credit.senderAccount) };
  }
  if (provider.name === "nomba")
    return { ...all, paidAt: new Date(credit.paidAt.getTime() - (credit.paidAt.getTime() % 1000)) };
  if (provider.name === "lenco" && channel === "pos") {
    return { ...withoutPayer, senderName: credit.senderName, narration: credit.narration };
  }
  return all;
}

describe.each(ADAPTERS.map((adapter) => [adapter.name, adapter] as const))(
  "the adapter of %s",
  (_, adapter) => {
    it("verifies and parses the notifications that it composes", () => {
      fc.assert(
        fc.property(anyCredit(adapter), (credit) => {
          const notification = toRawNotification(adapter.compose(credit, SECRET));
          expect(adapter.verify(notification, SECRET)).toBe(true);
          const message = adapter.parse(notification, { businessTimeZone: "Africa/Lagos" });
          expect(message).toMatchObject({ kind: "credit", currency: "NGN", ...carried(adapter, credit) });
        }),
        { numRuns: 60 },
      );
    });

    it("never throws on any body, and always returns a message kind", () => {
      const kinds: BankMessage["kind"][] = [
        "credit",
        "settlement",
        "reversal",
        "ignored",
        "unrecognised",
        "unreadable",
      ];
      const body = fc.oneof(
        fc.json(),
        fc.string(),
        fc.constantFrom("", "null", "[]", "{}", '"x"', "1", "﻿{}"),
      );
      fc.assert(
        fc.property(body, (text) => kinds.includes(parseBody(adapter, text).kind)),
        { numRuns: 150 },
      );
      fc.assert(
        fc.property(fc.uint8Array(), (bytes) => kinds.includes(parseBody(adapter, Buffer.from(bytes)).kind)),
      );
    });

    it("never throws if any member of its own notification has another value", () => {
      const whole = JSON.parse(adapter.compose(sampleFor(adapter), SECRET).body);
      const strange = [
        null,
        [],
        {},
        [null],
        "",
        "\u0000",
        "\ud800",
        -1,
        0,
        1e300,
        true,
        { __proto__: null },
        "constructor",
      ];
      const spoil = (node: Record<string, unknown>): void => {
        for (const [member, value] of Object.entries(node)) {
          for (const other of [...strange, undefined]) {
            node[member] = other;
            const message = parseBody(adapter, JSON.stringify(whole));
            expect(["credit", "unrecognised", "unreadable"]).toContain(message.kind);
            if (message.kind === "credit") expect(typeof message.channel).toBe("string");
          }
          node[member] = value;
          if (typeof value === "object" && value !== null) spoil(value as Record<string, unknown>);
        }
      };
      spoil(whole);
    });

    it("parses an amount exactly or not at all", () => {
      const sample = sampleFor(adapter);
      const before = adapter.compose(sample, SECRET).body;
      const written = /"(?:amount|amountPaid|transactionAmount)":("?)(1250050|12500\.5|12500\.50)\1/g;
      const read = (text: string) => {
        const after = before.replace(written, (whole) => `${whole.split(":")[0]}:${text}`);
        expect(after).not.toBe(before);
        return parseBody(adapter, after);
      };
      const inKobo = before.includes("1250050");
      const naira = (text: string) => (inKobo ? (Number(text) * 100).toFixed(0) : text);
      expect(read(naira("1234.1"))).toMatchObject({ amount: 123_410n });
      expect(read(`"${naira("1234.10")}"`)).toMatchObject({ amount: 123_410n });
      expect(read(inKobo ? "9007199254740993" : "90071992547409.93")).toMatchObject({
        amount: 9_007_199_254_740_993n,
      });
      expect(read("1.0E7")).toMatchObject({ amount: inKobo ? 10_000_000n : 1_000_000_000n });
      for (const wrong of [
        "0",
        "-5",
        '"-5.00"',
        '"NaN"',
        '"Infinity"',
        '"1,000.00"',
        '""',
        "null",
        "[5]",
        "1e30",
      ]) {
        expect(read(wrong), wrong).toMatchObject({ kind: "unreadable", why: expect.stringMatching(/mount/) });
      }
      expect(read(inKobo ? "100.5" : "100.005").kind).toBe("unreadable");
    });

    it("cleans no identity: an invalid payment identity is unreadable", () => {
      const before = adapter.compose(sampleFor(adapter), SECRET).body;
      for (const key of [
        '""',
        '" "',
        "null",
        "[]",
        "{}",
        "true",
        '"a\\u0000b"',
        '"a\\nb"',
        '"\\ud800"',
        `"${"k".repeat(201)}"`,
      ]) {
        const message = parseBody(adapter, before.replaceAll(`"${SAMPLE.paymentKey}"`, key));
        expect(message.kind, key).toBe("unreadable");
      }
      const big = parseBody(adapter, before.replaceAll(`"${SAMPLE.paymentKey}"`, "18446744073709551615"));
      expect(big).toMatchObject({ kind: "credit", paymentKey: "18446744073709551615" });
    });
  },
);

it.each(ADAPTERS.filter(({ supportsPending: reportsPending }) => reportsPending))(
  "$name composes a pending payment that it parses as pending",
  (adapter) => {
    const message = parseBody(
      adapter,
      adapter.compose({ ...sampleFor(adapter), status: "pending" }, SECRET).body,
    );
    expect(message).toMatchObject({ kind: "credit", status: "pending", amount: SAMPLE.amount });
  },
);

it.each(ADAPTERS.filter(({ composeSettlement }) => composeSettlement))(
  "$name composes a settlement that it parses with its day and each payment",
  (adapter) => {
    const payments = (["bank_transfer", "pos"] as const).map((channel, index) => ({
      paymentKey: `PAY-${index}`,
      amount: 1_250_050n + BigInt(index),
      channel,
    }));
    const settlement = { reference: "STL-1", settledAt: new Date("2026-12-14T09:41:00.000Z"), payments };
    const notifications = adapter.composeSettlement?.(settlement, SECRET) ?? [];
    const messages = notifications.map((notification) => {
      expect(adapter.verify(toRawNotification(notification), SECRET)).toBe(true);
      return parseBody(adapter, notification.body);
    });
    const settled = messages.map((message) => (message.kind === "settlement" ? message : undefined));
    expect(settled.map((message) => message?.settledOn)).toEqual(settled.map(() => "2026-12-14"));
    expect(settled.flatMap((message) => message?.unreadableLines)).toEqual([]);
    expect(settled.flatMap((message) => message?.lines)).toEqual(
      payments.map(({ paymentKey, amount }) => ({ paymentKey, gross: amount })),
    );
  },
);

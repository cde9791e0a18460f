import { describe, expect, it } from "vitest";
import type { BankMessage, Provider } from "./provider";
import { ADAPTERS } from "./testing/adapters";
import { parseBody, parseEditedBody, SAMPLE, SECRET, sampleFor } from "./testing/notifications";

/** The paths of each bank's kind, currency, fee and stamp duty. */
const MEMBERS: Record<string, { kind: string; currency: string; charges: string[] }> = {
  paystack: { kind: "event", currency: "data.currency", charges: ["data.fees"] },
  monnify: { kind: "eventType", currency: "eventData.currency", charges: [] },
  nomba: { kind: "event_type", currency: "data.transaction.currency", charges: ["data.transaction.fee"] },
  lenco: { kind: "event", currency: "data.currency", charges: ["data.fee", "data.stampDuty"] },
  moniepoint: { kind: "eventType", currency: "data.currency", charges: [] },
  flutterwave: { kind: "type", currency: "data.currency", charges: [] },
  custom: { kind: "event", currency: "data.currency", charges: ["data.fee", "data.stamp_duty"] },
};

const membersOf = ({ name }: Provider) => MEMBERS[name] ?? { kind: "", currency: "", charges: [] };
const sample = (adapter: Provider) => adapter.compose(sampleFor(adapter), SECRET).body;
const ofKind = (adapter: Provider, name: string, members: Record<string, unknown> = {}): BankMessage =>
  parseEditedBody(adapter, sample(adapter), { [membersOf(adapter).kind]: name, ...members });

describe.each(ADAPTERS.map((adapter) => [adapter.name, adapter] as const))(
  "a notification of %s",
  (_, adapter) => {
    it("is ignored if its kind is on the ignore list, which has no duplicates", () => {
      expect(adapter.ignoredKinds.length).toBeGreaterThan(0);
      expect(new Set(adapter.ignoredKinds).size).toBe(adapter.ignoredKinds.length);
      for (const listed of adapter.ignoredKinds) {
        const [event = "", type] = listed.split(":");
        const message = ofKind(adapter, event, type ? { "data.type": type } : {});
        expect(message, listed).toEqual({ event, kind: "ignored" });
      }
    });

    it.each(["something.new", "constructor", "__proto__", "toString", ""])(
      "is unrecognised with an amount if its kind is the unlisted %j",
      (event) => {
        const amount = SAMPLE.amount;
        expect(ofKind(adapter, event)).toEqual({ event, kind: "unrecognised", namesAmount: true, amount });
      },
    );

    it("is unrecognised if its kind has another JSON type", () => {
      for (const kind of [null, {}, ["x"], true]) {
        expect(parseEditedBody(adapter, sample(adapter), { [membersOf(adapter).kind]: kind })).toMatchObject({
          event: "",
          kind: "unrecognised",
          namesAmount: true,
        });
      }
    });

    it("is unrecognised without an amount if it has none", () => {
      const body = JSON.stringify({
        [membersOf(adapter).kind]: "something.new",
        data: { id: "1", balance: 5 },
      });
      expect(parseBody(adapter, body)).toEqual({
        event: "something.new",
        kind: "unrecognised",
        namesAmount: false,
      });
    });

    it.each([[null], [undefined], ["NGN"], [" ngn "]])("is in naira if the currency is %j", (currency) => {
      const message = parseEditedBody(adapter, sample(adapter), { [membersOf(adapter).currency]: currency });
      expect(message).toMatchObject({ kind: "credit", currency: "NGN" });
    });

    it.each([
      [{}, "?"],
      [[], "?"],
      [["USD"], "?"],
      [["NGN"], "?"],
      [566, "?"],
      [true, "?"],
      [false, "?"],
      ["", "?"],
      [" ", "?"],
      ["NGN\u0000", "?"],
      ["usd", "USD"],
    ])("is not in naira if the currency is %j", (value, currency) => {
      const message = parseEditedBody(adapter, sample(adapter), { [membersOf(adapter).currency]: value });
      expect(message).toMatchObject({ kind: "credit", currency });
    });

    it.each(
      [1e19, "1e19", "999999999999999999999999999999", -5, "-0.01", "much", {}, true, [5]].map((charge) => [
        charge,
      ]),
    )("has no fee and no stamp duty of %j", (charge) => {
      for (const member of membersOf(adapter).charges) {
        const message = parseEditedBody(adapter, sample(adapter), { [member]: charge });
        expect(message, member).toMatchObject({ kind: "credit", amount: SAMPLE.amount });
        expect(message).not.toHaveProperty("fee");
        expect(message).not.toHaveProperty("stampDuty");
      }
    });

    it.each([[null], [[]], [{}], ["text"], [5], [true]])("is unreadable if its data is %j", (data) => {
      const [container = ""] = membersOf(adapter).currency.split(".");
      expect(parseEditedBody(adapter, sample(adapter), { [container]: data })).toMatchObject({
        kind: "unreadable",
      });
    });
  },
);

/** Guarantee: a payment of an organisation's other business is stored, counted once, in no total and no exception, and recorded when its device is paired. */
import { afterAll, beforeEach, describe, expect, it, test } from "vitest";
import { addConnection, removeConnection } from "@/lib/bank-connections";
import { paystackCredentials, startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addDevice } from "@/lib/devices";
import { getFailure } from "@/lib/devices/testing/member";
import { listNotifications, receiveConnectionNotification } from "@/lib/intake";
import { closeSession } from "@/lib/sessions";
import { pairDevice } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import {
  compose,
  connect,
  differences,
  exceptionsOf,
  inflowOf,
  type Party,
  pay,
  post,
  sign,
} from "./testing/connected-event";

const OURS = "sk_live_ours_0123456789";
const THEIRS = "sk_live_theirs_0123456789";
const SHOP = "secret of the shop's terminals";
const bank = await startLivePaystack(["sk_live_deployment", OURS, THEIRS]);
afterAll(() => bank.close());
useTestDatabase();

let ours: Party;
let theirs: Party;
beforeEach(async () => {
  ours = await connect(OURS);
  theirs = await connect(THEIRS);
});

describe("a payment that names no account or device of ours", () => {
  const sale = { account: "0123456789", amount: 9_900n };

  it("is listed as unrelated, once, and is in no exception and no total", async () => {
    const raw = compose(OURS, sale);
    expect([await post(ours.connectionId, raw), await post(ours.connectionId, raw)]).toEqual([
      "unrelated",
      "unrelated",
    ]);
    const card = {
      event: "charge.success",
      data: { reference: "C-1", status: "success", amount: 500, channel: "card", currency: "NGN" },
    };
    expect(await post(ours.connectionId, sign(OURS, card))).toBe("unrelated");
    const listed = (await listNotifications({ outcome: "unrelated" })).filter(
      ({ organisationId }) => organisationId === ours.scope.organisationId,
    );
    expect(listed).toHaveLength(2);
    expect(await exceptionsOf(ours.scope)).toEqual([]);
    expect(await inflowOf(ours)).toBe("0.00");
    expect(await differences()).toEqual([]);
  });

  it("is still an exception if its channel is not recorded but its account is the event's", async () => {
    const data = {
      ...{ reference: "C-2", status: "success", amount: 500, channel: "card", currency: "NGN" },
      authorization: { receiver_bank_account_number: ours.account },
    };
    expect(await post(ours.connectionId, sign(OURS, { event: "charge.success", data }))).toBe("exception");
    expect(await exceptionsOf(ours.scope)).toEqual(["unsupported_channel"]);
  });

  it("is recorded when its device is paired from before the payment, with the reversal that came meanwhile", async () => {
    const serial = `SN-${newId("pairing")}`;
    const owner = { ...COMMAND_LINE, organisationId: ours.scope.organisationId };
    const from = new Date(Date.now() - 60_000);
    const tap = { channel: "pos", account: "", device: serial, amount: 33_000n, paymentKey: "P-1" } as const;
    expect(await pay(ours, tap)).toBe("unrelated");
    expect(await pay(ours, { ...tap, paymentKey: "P-0", paidAt: new Date(from.getTime() - 60_000) })).toBe(
      "unrelated",
    );
    expect(await pay(theirs, tap)).toBe("unrelated");
    const data = {
      transaction_reference: "P-1",
      amount: 33_000,
      refund_reference: "R-2",
      status: "processed",
    };
    await post(ours.connectionId, sign(OURS, { event: "refund.processed", data }));
    await addDevice(owner, { provider: "paystack", serial });
    await pairDevice(COMMAND_LINE, { terminalId: ours.terminalId, device: serial, from });
    expect([await inflowOf(ours), await inflowOf(theirs)]).toEqual(["330.00", "0.00"]);
    expect(await exceptionsOf(ours.scope)).toEqual(["reversal"]);
    const rows = await systemDb().sql<{ bankConnectionId: Id<"bankConnection"> }[]>`
      select bank_connection_id from unrelated_payments where devices @> array[${serial}]`;
    expect(rows.map(({ bankConnectionId }) => bankConnectionId).sort()).toEqual(
      [ours.connectionId, theirs.connectionId].sort(),
    );
    expect(await differences()).toEqual([]);
  });
});

test("every payment of a random mixture at a connection is counted once: recorded, an exception, or unrelated", async () => {
  const outcomes = new Map<string, bigint>();
  let sent = 0n;
  const all = Array.from({ length: 60 }, (_, index) => ({
    account: [ours.account, theirs.account, "0000000000"][index % 3] ?? "",
    amount: BigInt(1_000 + index * 7),
    channel: "bank_transfer" as const,
  }));
  await Promise.all(
    all.map(async (payment) => {
      const outcome = await pay(ours, payment);
      sent += payment.amount;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0n) + payment.amount);
    }),
  );
  const counted = [...outcomes.values()].reduce((sum, amount) => sum + amount, 0n);
  expect([[...outcomes.keys()].sort(), counted]).toEqual([["recorded", "unrelated"], sent]);
  expect(await inflowOf(theirs)).toBe("0.00");
  expect(await differences()).toEqual([]);
});

test("terminals of a bank whose signatures are tried by nothing are separate too", async () => {
  const shop = { provider: "moniepoint", credentials: { MONIEPOINT_WEBHOOK_SECRET: SHOP } };
  const { connectionId } = await addConnection(ours.scope, shop);
  const tap = { channel: "pos", account: "", device: "POS-1", amount: 5_000n } as const;
  const raw = compose(SHOP, tap, "moniepoint");
  expect(await post(connectionId, raw)).toBe("unrelated");
  expect(await getFailure(receiveConnectionNotification(ours.connectionId, raw))).toMatchObject({
    code: "invalid_signature",
  });
});

describe("after a connection was removed and added again", () => {
  /** Closes the party's event, removes its connection and adds it again; returns the party at the new connection. */
  async function addAgain(party: Party): Promise<Party> {
    await closeSession(party.scope, party.sessionId as Id<"session">);
    await removeConnection(party.scope, { connectionId: party.connectionId });
    const credentials = paystackCredentials(party.secret);
    const { connectionId } = await addConnection(party.scope, { provider: "paystack", credentials });
    return { ...party, connectionId };
  }

  it("a payment to the account of an event of the removed one is an exception", async () => {
    const again = await addAgain(ours);
    expect(await pay(again, { account: ours.account, amount: 25_000n })).toBe("exception");
    expect(await exceptionsOf(ours.scope)).toEqual(["unknown_destination"]);
    expect(await differences()).toEqual([]);
  });

  it("a payment that the removed one recorded is in no exception when it is reported again", async () => {
    const payment = { account: ours.account, amount: 100n, paymentKey: "T-reported-twice" };
    expect(await pay(ours, payment)).toBe("recorded");
    const again = await addAgain(ours);
    expect(await pay(again, payment)).toBe("unrelated");
    expect(await exceptionsOf(ours.scope)).toEqual([]);
  });

  it("a payment to the account of another organisation's removed connection is unrelated", async () => {
    await addAgain(theirs);
    expect(await pay(ours, { account: theirs.account, amount: 100n })).toBe("unrelated");
  });
});

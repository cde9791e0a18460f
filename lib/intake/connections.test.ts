/** Guarantee: the secret of one bank connection records, reverts, settles and proves for that connection alone, in any order. */
import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { encryptCredentials } from "@/lib/bank";
import { removeConnection, rotateConnection } from "@/lib/bank-connections";
import { createConnectedOrganisation, startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { newId } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addDevice, listOwnDevices, openDeviceClaim } from "@/lib/devices";
import { getFailure } from "@/lib/devices/testing/member";
import { receiveBankNotification, receiveConnectionNotification } from "@/lib/intake";
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

const DEPLOYMENT = "sk_live_deployment";
const OURS = "sk_live_ours_0123456789";
const THEIRS = "sk_live_theirs_0123456789";
const bank = await startLivePaystack([DEPLOYMENT, OURS, THEIRS]);
afterAll(() => bank.close());
useTestDatabase();

let ours: Party;
let theirs: Party;
beforeEach(async () => {
  ours = await connect(OURS);
  theirs = await connect(THEIRS);
});

const countRows = async () => {
  const [counted] = await systemDb().sql<{ rows: number }[]>`
    select (select count(*) from bank_notifications)::int + (select count(*) from payment_identities)::int
      + (select count(*) from exceptions)::int as rows`;
  return counted?.rows;
};

describe("a notification of a connection", () => {
  it("is recorded for the account of that connection, whose owner and connection the payment has", async () => {
    expect(await pay(ours, { account: ours.account, amount: 25_000n })).toBe("recorded");
    expect(await inflowOf(ours)).toBe("250.00");
    const [row] = await systemDb().sql`
      select bank_connection_id, organisation_id, mode from transactions where session_id = ${ours.sessionId}`;
    expect(row).toEqual({
      bankConnectionId: ours.connectionId,
      organisationId: ours.scope.organisationId,
      mode: "live",
    });
    expect(await differences()).toEqual([]);
  });

  it("is refused alike for a wrong signature, another's secret, and an unknown, removed or deployment's connection", async () => {
    const before = await countRows();
    const raw = compose(OURS, { account: ours.account });
    const removed = await createConnectedOrganisation(OURS);
    await removeConnection(removed.scope, removed);
    const failures = await Promise.all(
      [
        receiveConnectionNotification(theirs.connectionId, raw),
        receiveConnectionNotification(ours.connectionId, compose(DEPLOYMENT, { account: ours.account })),
        receiveConnectionNotification(ours.connectionId, {
          ...raw,
          body: Buffer.concat([raw.body, Buffer.from(" ")]),
        }),
        receiveConnectionNotification(ours.connectionId, { ...raw, headers: new Headers() }),
        receiveConnectionNotification(newId("bankConnection"), raw),
        receiveConnectionNotification(removed.connectionId, raw),
        receiveConnectionNotification("bnk_paystack", compose(DEPLOYMENT, { account: ours.account })),
        receiveConnectionNotification("bnk_sandbox", compose(DEPLOYMENT, { account: ours.account })),
        receiveConnectionNotification("' or true --", raw),
        receiveBankNotification(raw),
      ].map(getFailure),
    );
    expect(failures).toEqual(failures.map(() => failures[0]));
    expect(failures[0]).toMatchObject({ code: "invalid_signature" });
    expect(await countRows()).toBe(before);
  });

  it("is verified with the old and the new secret during a rotation, and with the new one alone afterwards", async () => {
    const { scope, connectionId } = ours;
    const rotate = (secret: string, overlapMs: number) =>
      rotateConnection(scope, { connectionId, credentials: { PAYSTACK_SECRET_KEY: secret }, overlapMs });
    await rotate(THEIRS, 3_600_000);
    expect(await pay(ours, { account: ours.account }, OURS)).toBe("recorded");
    expect(await pay(ours, { account: ours.account }, THEIRS)).toBe("recorded");
    await rotate(THEIRS, 0);
    expect(await getFailure(pay(ours, { account: ours.account }, OURS))).toMatchObject({
      code: "invalid_signature",
    });
    expect(await pay(ours, { account: ours.account }, THEIRS)).toBe("recorded");
  });

  it("of a rotated or removed connection does not affect another with the same secret", async () => {
    const twin = await connect(OURS);
    await rotateConnection(ours.scope, {
      connectionId: ours.connectionId,
      credentials: { PAYSTACK_SECRET_KEY: THEIRS },
      overlapMs: 0,
    });
    expect(await pay(twin, { account: twin.account }, OURS)).toBe("recorded");
    expect(await getFailure(pay(twin, { account: twin.account }, THEIRS))).toMatchObject({
      code: "invalid_signature",
    });
  });
});

describe("another connection's secret", () => {
  it("credits no account of ours: the payment is unrelated there, and the genuine one is recorded afterwards", async () => {
    const paymentKey = "T-1";
    const payment = { account: ours.account, paymentKey, amount: 70_000n };
    expect(await pay(theirs, payment)).toBe("unrelated");
    expect(await receiveBankNotification(compose(DEPLOYMENT, payment)).then(({ outcome }) => outcome)).toBe(
      "exception",
    );
    expect(await inflowOf(ours)).toBe("0.00");
    expect(await pay(ours, payment)).toBe("recorded");
    expect(await pay(theirs, { ...payment, amount: 1_00n })).toBe("unrelated");
    expect(await inflowOf(ours)).toBe("700.00");
    expect(await exceptionsOf(ours.scope)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it("credits no session of ours by the reference under which its account was opened", async () => {
    const customer = { email: `money+${ours.sessionId}@organiser.example` };
    const data = { bank_transfer: { amount: "30000", transaction_id: "1" }, transaction_id: "1", customer };
    expect(await post(theirs.connectionId, sign(THEIRS, { event: "bank.transfer.rejected", data }))).not.toBe(
      "recorded",
    );
    const [row] = await systemDb().sql`select from transactions where session_id = ${ours.sessionId}`;
    expect(row).toBeUndefined();
  });

  it("changes no status of a payment of ours", async () => {
    const payment = { account: ours.account, paymentKey: "T-2", amount: 50_000n };
    expect(await pay(ours, payment)).toBe("recorded");
    const failed = {
      event: "charge.failed",
      data: {
        reference: "T-2",
        status: "failed",
        amount: 50_000,
        channel: "dedicated_nuban",
        currency: "NGN",
      },
    };
    await post(theirs.connectionId, sign(THEIRS, failed));
    expect(await inflowOf(ours)).toBe("500.00");
    expect(await exceptionsOf(ours.scope)).toEqual([]);
  });

  it.each([
    ["before", true],
    ["after", false],
  ])("reverts no payment of ours: reported %s the payment", async (_, isFirst) => {
    const paymentKey = `T-${newId("pairing")}`;
    const refund = sign(THEIRS, {
      event: "refund.processed",
      data: {
        transaction_reference: paymentKey,
        amount: 50_000,
        refund_reference: "R-1",
        status: "processed",
      },
    });
    if (isFirst) await post(theirs.connectionId, refund);
    expect(await pay(ours, { account: ours.account, paymentKey, amount: 50_000n })).toBe("recorded");
    if (!isFirst) await post(theirs.connectionId, refund);
    const reversals = await systemDb().sql`
      select transaction_id, organisation_id from reversals where payment_key = ${paymentKey}`;
    expect([...reversals]).toEqual([{ transactionId: null, organisationId: theirs.scope.organisationId }]);
    expect([await exceptionsOf(ours.scope), await exceptionsOf(theirs.scope)]).toEqual([[], []]);
    expect(await differences()).toEqual([]);
  });

  it("proves and pairs no device of ours: each connection has its own device of one serial number", async () => {
    const serial = `SN-${newId("pairing")}`;
    const claim = await openDeviceClaim(ours.scope, { serial, provider: "paystack" });
    const tap = { channel: "pos", account: "", device: serial, amount: claim.amount } as const;
    expect(await pay(theirs, tap)).toBe("unrelated");
    expect(await receiveBankNotification(compose(DEPLOYMENT, tap)).then(({ outcome }) => outcome)).toBe(
      "exception",
    );
    expect((await listOwnDevices(ours.scope)).devices).toEqual([]);
    const refused = await getFailure(pairDevice(theirs.scope, { ...theirs, device: serial }));
    expect(refused).toMatchObject({ code: "conflict" });
    expect(await pay(ours, tap)).toBe("exception");
    expect((await listOwnDevices(ours.scope)).devices).toMatchObject([
      { serial, provider: "paystack", method: "proof" },
    ]);

    await addDevice(
      { ...COMMAND_LINE, organisationId: theirs.scope.organisationId },
      { provider: "paystack", serial },
    );
    const from = new Date(Date.now() - 60_000);
    await pairDevice(COMMAND_LINE, { terminalId: theirs.terminalId, device: serial, from });
    await pairDevice(ours.scope, { ...ours, device: serial });
    const sale = { channel: "pos", account: "", device: serial, amount: 12_300n } as const;
    expect(await pay(theirs, sale)).toBe("recorded");
    // The payment of the claim's amount was an ordinary one there and is recorded by the pairing.
    const total = formatKobo(claim.amount + sale.amount);
    expect([await inflowOf(ours), await inflowOf(theirs)]).toEqual(["0.00", total]);
    expect(await differences()).toEqual([]);
  });
});

describe("settlements", () => {
  it("of another connection settle no payment of ours, and list other business without exceptions", async () => {
    const monnify = { MONNIFY_API_KEY: "key", MONNIFY_SECRET_KEY: "secret of their Monnify" };
    const { sql } = systemDb();
    const connectionId = newId("bankConnection");
    const owner = {
      id: connectionId,
      organisationId: theirs.scope.organisationId,
      provider: "monnify" as const,
    };
    await sql`
      insert into bank_connections (id, organisation_id, provider, credentials)
      values (${connectionId}, ${owner.organisationId}, 'monnify', ${encryptCredentials(owner, { credentials: monnify, outgoing: [] })})`;
    const payment = { account: ours.account, paymentKey: "MNFY|1", amount: 50_000n };
    expect(await pay(ours, payment)).toBe("recorded");
    const message = {
      eventType: "SETTLEMENT",
      eventData: {
        settlementReference: "S-1",
        settlementTime: "2026-11-21T12:00:00",
        transactions: [{ transactionReference: "MNFY|1", amountPaid: "500.00" }],
      },
    };
    const body = Buffer.from(JSON.stringify(message));
    const signature = createHmac("sha512", monnify.MONNIFY_SECRET_KEY).update(body).digest("hex");
    const headers = new Headers({ "monnify-signature": signature });
    expect(await post(connectionId, { body, headers })).toBe("settlement");
    const [row] = await sql`select settled_on from transactions where session_id = ${ours.sessionId}`;
    expect(row).toEqual({ settledOn: null });
    expect([await exceptionsOf(ours.scope), await exceptionsOf(theirs.scope)]).toEqual([[], []]);
    expect(await differences()).toEqual([]);
  });
});

/** Guarantee: in live mode an organisation owns a device by the operator's decision or by proof, and one bank's secret signs no payment at another bank. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { getOwnException, listExceptions, listOwnExceptions } from "@/lib/exceptions";
import { assignException, receiveBankNotification, reprocessNotification } from "@/lib/intake";
import { summariseReconciliation, verifyTotals } from "@/lib/reconciliation";
import { LIVE_SETTINGS, startNomba } from "@/lib/reconciliation/testing/bank";
import { closeSession } from "@/lib/sessions";
import { pairDevice } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import {
  addDevice,
  cancelDeviceClaim,
  getDeviceClaim,
  listOwnDevices,
  openDeviceClaim,
  releaseDevice,
} from "./index";
import { asOwner, getFailure } from "./testing/member";
import { composeTap, type Tap } from "./testing/tap";

const nomba = await startNomba();
Object.assign(process.env, LIVE_SETTINGS, { NOMBA_BASE_URL: nomba.baseUrl });
afterAll(() => nomba.close());
useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let own: TestSession;
let other: TestSession;
let device: string;
beforeEach(async () => {
  [own, other] = [await openTestSession("live"), await openTestSession("live")];
  device = `SN-${newId("pairing")}`;
});

const NAIRA = 100n;

const pair = ({ scope, ...session }: TestSession, provider?: ProviderName) =>
  pairDevice(asOwner(scope), { ...session, device, provider });
const add = ({ scope }: TestSession, provider: ProviderName = "paystack", serial = device) =>
  addDevice({ ...COMMAND_LINE, organisationId: scope.organisationId }, { provider, serial });
const claim = ({ scope }: TestSession, provider: ProviderName = "paystack", serial = device) =>
  openDeviceClaim(asOwner(scope), { serial, provider });
const composeDeviceTap = (given: Tap) => composeTap({ device, ...given });
const tap = async (given: Tap) => (await receiveBankNotification(composeDeviceTap(given))).outcome;
const listDevices = async ({ scope }: TestSession) => (await listOwnDevices(scope)).devices;
const listOpenReasons = async () => (await listExceptions({})).map(({ reason }) => reason);
const listResolved = async ({ scope, sessionId }: TestSession) =>
  (await listOwnExceptions(scope, sessionId, { state: "resolved" })).rows;

describe("pairing", () => {
  test("requires an own device: another organisation's, a released and an unknown device are refused with the same failure", async () => {
    const unknown = await getFailure(pair(own));
    expect(unknown).toMatchObject({ code: "conflict" });
    await add(other);
    expect(await getFailure(pair(own))).toEqual(unknown);
    await pair(other);
    expect(await getFailure(pair(own))).toEqual(unknown);
    await closeSession(other.scope, other.sessionId);
    expect(await getFailure(pair(own))).toEqual(unknown);
    const [{ id = "dev_" } = {}] = (await listDevices(other)) as { id?: `dev_${string}` }[];
    await releaseDevice(asOwner(other.scope), { deviceId: id });
    expect(await getFailure(pair(own))).toEqual(unknown);
    expect(await getFailure(pair(own, "paystack"))).toEqual(unknown);
    await add(own);
    await pair(own);
    expect(await tap({})).toBe("recorded");
  });

  test("is also refused on the command line, with the command that adds the device", async () => {
    await expect(pairDevice(COMMAND_LINE, { terminalId: own.terminalId, device })).rejects.toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("takings devices add"),
    });
  });

  test("binds the device to its bank: a notification signed by another bank's secret is not matched", async () => {
    await add(own, "paystack");
    await pair(own);
    for (const provider of ["nomba", "moniepoint"] as const)
      expect(await tap({ provider })).toBe("exception");
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 0 });
    expect(await tap({ provider: "paystack" })).toBe("recorded");
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 1 });
  });
});

describe("a claim", () => {
  test("has an amount of 50.01 to 99.99 naira, never whole naira, and expires after 15 minutes", async () => {
    for (let count = 0; count < 10; count++) {
      const { amount, createdAt, expiresAt } = await claim(own, "paystack", `${device}-${count}`);
      expect(amount).toBeGreaterThanOrEqual(5_001n);
      expect(amount).toBeLessThanOrEqual(9_999n);
      expect(amount % NAIRA).not.toBe(0n);
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(15 * MINUTE_MS);
    }
    expect(await getFailure(claim(own))).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("10 open claims"),
    });
  });

  test("is proved by a payment of its exact amount: the organisation owns the device, and the payment is listed but in no total", async () => {
    const { id, amount } = await claim(own);
    expect(await tap({ amount })).toBe("exception");
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
    expect(await listDevices(own)).toMatchObject([{ serial: device, provider: "paystack", method: "proof" }]);
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 0 });
    const rows = await listResolved(own);
    expect(rows).toMatchObject([{ reason: "device_claim", resolution: "proved", amount, session_id: null }]);
    expect(await listResolved(other)).toEqual([]);
    const [row] = rows;
    await expect(getOwnException(other.scope, other.sessionId, row?.id ?? "exc_")).rejects.toMatchObject({
      code: "not_found",
    });
    await pair(own);
    expect(await tap({})).toBe("recorded");
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("is proved once by a repeated payment, even after the device is paired from an earlier time", async () => {
    const { amount } = await claim(own);
    const notification = composeDeviceTap({ amount });
    await receiveBankNotification(notification);
    await Promise.all([1, 2, 3].map(() => receiveBankNotification(notification)));
    await pairDevice(COMMAND_LINE, {
      terminalId: own.terminalId,
      device,
      from: new Date(Date.now() - MINUTE_MS),
    });
    expect((await receiveBankNotification(notification)).outcome).toBe("exception");
    await closeSession(own.scope, own.sessionId);
    expect((await receiveBankNotification(notification)).outcome).toBe("exception");
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 0 });
    const [row, ...others] = await listResolved(own);
    expect(others).toEqual([]);
    const notifications = await systemDb().sql<{ id: `ntc_${string}` }[]>`
      select n.id from bank_notifications n join exceptions e on e.notification_id = n.id where e.id = ${row?.id ?? ""}`;
    expect(notifications).toHaveLength(1);
    await reprocessNotification(COMMAND_LINE, notifications[0]?.id ?? "ntc_");
    await expect(
      assignException(COMMAND_LINE, { exceptionId: row?.id ?? "", sessionId: other.sessionId }),
    ).rejects.toMatchObject({ code: "conflict" });
    const [stored] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from bank_notifications where position(${Buffer.from(device)} in body) > 0`;
    expect(stored?.count).toBe(1);
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("is not proved by another amount, a failed payment, another device or another bank, and then by the right payment", async () => {
    const { id, amount } = await claim(own);
    const before = (await listOpenReasons()).length;
    const others: Tap[] = [
      { amount: amount + 1n },
      { amount: amount - 1n },
      { amount, status: "failed" },
      { amount, device: `${device}-2` },
      { amount, provider: "moniepoint" },
      { amount, provider: "nomba" },
    ];
    for (const payment of others) expect(await tap(payment)).toBe("exception");
    expect((await listOpenReasons()).slice(0, others.length)).toEqual(
      others.map(() => "unknown_destination"),
    );
    expect((await listOpenReasons()).length).toBe(before + others.length);
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "open" });
    await tap({ amount });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
  });

  test("is proved by a payment made within its 15 minutes, even if reported later, and by none before or after", async () => {
    const { id, amount, createdAt, expiresAt } = await claim(own);
    const shift = 20 * MINUTE_MS;
    await systemDb().sql`
      update device_claims set created_at = created_at - interval '20 minutes', expires_at = expires_at - interval '20 minutes'
      where id = ${id}`;
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "expired" });
    const at = (time: Date, offsetMs: number) => new Date(time.getTime() - shift + offsetMs);
    await tap({ amount, paidAt: at(createdAt, -2_000) });
    await tap({ amount, paidAt: at(expiresAt, 0) });
    await tap({ amount, paidAt: at(expiresAt, 5_000) });
    expect(await listDevices(own)).toEqual([]);
    await tap({ amount, paidAt: at(expiresAt, -1_000) });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("cannot be proved after it is cancelled", async () => {
    const { id, amount } = await claim(own);
    await expect(cancelDeviceClaim(asOwner(other.scope), id)).rejects.toMatchObject({ code: "not_found" });
    expect(await cancelDeviceClaim(asOwner(own.scope), id)).toMatchObject({ state: "cancelled" });
    expect(await tap({ amount })).toBe("exception");
    expect(await listDevices(own)).toEqual([]);
    expect(await cancelDeviceClaim(asOwner(own.scope), id)).toMatchObject({ state: "cancelled" });
  });

  test("is the only open claim of its device, and a repeated request returns it", async () => {
    const attempts = await Promise.allSettled([claim(own), claim(other), claim(own), claim(other)]);
    const opened = attempts.flatMap((one) => (one.status === "fulfilled" ? one.value.id : []));
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(1);
    const [open] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from device_claims where serial = ${device} and state = 'open'`;
    expect(open?.count).toBe(1);
  });

  test("is refused with the same failure for a device that is or was owned, was paired, took a payment or has a claim", async () => {
    const refusals: unknown[] = [];
    const attempt = async (serial: string) =>
      refusals.push(await getFailure(claim(other, "paystack", serial)));
    await add(own, "paystack", `${device}-owned`);
    await attempt(`${device}-owned`);
    await add(own, "paystack", `${device}-released`);
    const [released] = (await listDevices(own)).filter(({ serial }) => serial.endsWith("released"));
    await releaseDevice(asOwner(own.scope), { deviceId: released?.id ?? "dev_" });
    await attempt(`${device}-released`);
    await tap({ device: `${device}-used` });
    await attempt(`${device}-used`);
    await claim(own, "paystack", `${device}-claimed`);
    await attempt(`${device}-claimed`);
    await attempt(own.terminalId);
    expect(refusals[0]).toMatchObject({ code: "conflict", detail: expect.stringContaining("operator") });
    expect(refusals).toEqual(refusals.map(() => refusals[0]));
  });

  test("is accepted for a device whose only payment failed", async () => {
    await tap({ status: "failed" });
    const { id, amount } = await claim(own);
    await tap({ amount });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
  });

  test("is not proved twice: the same payment proves no claim of another organisation", async () => {
    const { amount } = await claim(own);
    const notification = composeDeviceTap({ amount });
    await receiveBankNotification(notification);
    expect(await getFailure(claim(other))).toMatchObject({ code: "conflict" });
    await receiveBankNotification(notification);
    expect(await listDevices(other)).toEqual([]);
    expect(await listDevices(own)).toHaveLength(1);
  });

  test("cannot be proved after a later claim of the device was proved, even after the device is released", async () => {
    const first = await claim(own);
    await systemDb().sql`
      update device_claims set created_at = created_at - interval '20 minutes', expires_at = expires_at - interval '20 minutes'
      where id = ${first.id}`;
    const second = await claim(own);
    expect(second.id).not.toBe(first.id);
    await tap({ amount: second.amount });
    const late = { amount: first.amount, paidAt: new Date(Date.now() - 10 * MINUTE_MS) };
    expect(await tap(late)).toBe("exception");
    const [device = { id: "dev_" as const }] = await listDevices(own);
    await releaseDevice(asOwner(own.scope), { deviceId: device.id });
    expect(await tap(late)).toBe("exception");
    expect(await listDevices(own)).toEqual([]);
    expect(await getDeviceClaim(own.scope, first.id)).toMatchObject({ state: "expired" });
    expect((await listOpenReasons()).slice(0, 2)).toEqual(["unknown_destination", "unknown_destination"]);
  });

  test("is cancelled when the operator adds the device for another organisation", async () => {
    const { id, amount } = await claim(own);
    await add(other);
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "cancelled" });
    await tap({ amount });
    expect(await listDevices(own)).toEqual([]);
    expect(await listDevices(other)).toHaveLength(1);
  });

  test("is not proved by a second identifier of another organisation's device", async () => {
    await add(own, "moniepoint");
    const { id, amount } = await claim(other, "moniepoint", "trm-1");
    const paid = { channel: "pos", amount, paidAt: new Date() } as const;
    const named = { mode: "live", provider: "moniepoint" } as const;
    await recordCredit(createIncomingCredit({ ...paid, devices: [device, "trm-1"] }, named));
    expect(await getDeviceClaim(other.scope, id)).toMatchObject({ state: "open" });
    expect(await listDevices(other)).toEqual([]);
  });

  test("is refused at a bank whose signature does not cover the amount", async () => {
    expect((await listOwnDevices(own.scope)).banks).toEqual(["paystack", "moniepoint"]);
    expect(await getFailure(claim(own, "nomba"))).toMatchObject({
      code: "invalid_request",
      detail: expect.stringContaining("operator"),
    });
  });
});

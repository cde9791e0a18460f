/** Guarantee: in live mode a card reader is an organisation's by the operator's word or by proof, and one bank's secret pays nothing at another's. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { getOwnException, listExceptions, listOwnExceptions } from "@/lib/exceptions";
import { assignException, receiveBankNotification, reprocessNotification } from "@/lib/intake";
import { summariseReconciliation, verifyTotals } from "@/lib/reconciliation";
import { LIVE_SETTINGS, startNomba } from "@/lib/reconciliation/testing/bank";
import { closeSession } from "@/lib/sessions";
import { pairDevice, pairDeviceOf } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import {
  addDevice,
  cancelDeviceClaim,
  getDeviceClaim,
  listOwnDevices,
  openDeviceClaim,
  releaseOwnDevice,
} from "./index";
import { asOwner, refusalOf } from "./testing/member";
import { composeTap, type Tap } from "./testing/tap";

const nomba = await startNomba();
Object.assign(process.env, LIVE_SETTINGS, { NOMBA_BASE_URL: nomba.baseUrl });
afterAll(() => nomba.close());
useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let own: TestSession;
let stranger: TestSession;
let device: string;
beforeEach(async () => {
  [own, stranger] = [await openTestSession("live"), await openTestSession("live")];
  device = `SN-${newId("pairing")}`;
});

const MINUTE_MS = 60_000;
const NAIRA = 100n;

const pair = ({ scope, ...session }: TestSession, provider?: ProviderName) =>
  pairDeviceOf(asOwner(scope), { ...session, device, provider });
const add = ({ scope }: TestSession, provider: ProviderName = "paystack", serial = device) =>
  addDevice({ ...COMMAND_LINE, organisationId: scope.organisationId }, { provider, serial });
const claim = ({ scope }: TestSession, provider: ProviderName = "paystack", serial = device) =>
  openDeviceClaim(asOwner(scope), { serial, provider });
const tapOf = (given: Tap) => composeTap({ device, ...given });
const tap = async (given: Tap) => (await receiveBankNotification(tapOf(given))).fate;
const devicesOf = async ({ scope }: TestSession) => (await listOwnDevices(scope)).devices;
const openReasons = async () => (await listExceptions({})).map(({ reason }) => reason);
const resolvedOf = async ({ scope, sessionId }: TestSession) =>
  (await listOwnExceptions(scope, sessionId, { state: "resolved" })).rows;

describe("pairing", () => {
  test("needs a device of the organisation: a stranger's, a released and an unknown one are refused alike", async () => {
    const unknown = await refusalOf(pair(own));
    expect(unknown).toMatchObject({ code: "conflict" });
    await add(stranger);
    expect(await refusalOf(pair(own))).toEqual(unknown);
    await pair(stranger);
    expect(await refusalOf(pair(own))).toEqual(unknown);
    await closeSession(stranger.scope, stranger.sessionId);
    expect(await refusalOf(pair(own))).toEqual(unknown);
    const [{ id = "dev_" } = {}] = (await devicesOf(stranger)) as { id?: `dev_${string}` }[];
    await releaseOwnDevice(asOwner(stranger.scope), id);
    expect(await refusalOf(pair(own))).toEqual(unknown);
    expect(await refusalOf(pair(own, "paystack"))).toEqual(unknown);
    await add(own);
    await pair(own);
    expect(await tap({})).toBe("recorded");
  });

  test("is refused on the command line too, which says what to do", async () => {
    await expect(pairDevice({ terminalId: own.terminalId, device })).rejects.toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("takings devices add"),
    });
  });

  test("binds the device to its bank: a notification that another bank's secret signs does not reach it", async () => {
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
  test("asks for 50.01 to 99.99 naira, never whole naira, within 15 minutes", async () => {
    for (let count = 0; count < 10; count++) {
      const { amount, createdAt, expiresAt } = await claim(own, "paystack", `${device}-${count}`);
      expect(amount).toBeGreaterThanOrEqual(5_001n);
      expect(amount).toBeLessThanOrEqual(9_999n);
      expect(amount % NAIRA).not.toBe(0n);
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(15 * MINUTE_MS);
    }
    expect(await refusalOf(claim(own))).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("10 open claims"),
    });
  });

  test("is proved by its exact amount on the device: the device is the organisation's, the payment is in no total and stays visible", async () => {
    const { id, amount } = await claim(own);
    expect(await tap({ amount })).toBe("exception");
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
    expect(await devicesOf(own)).toMatchObject([{ serial: device, provider: "paystack", method: "proof" }]);
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 0 });
    const rows = await resolvedOf(own);
    expect(rows).toMatchObject([{ kind: "device_claim", resolution: "proved", amount, session_id: null }]);
    expect(await resolvedOf(stranger)).toEqual([]);
    const [row] = rows;
    await expect(
      getOwnException(stranger.scope, stranger.sessionId, row?.id ?? "exc_"),
    ).rejects.toMatchObject({ code: "not_found" });
    await pair(own);
    expect(await tap({})).toBe("recorded");
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("is proved once by a payment that comes again, also after the device is paired for its time", async () => {
    const { amount } = await claim(own);
    const notice = tapOf({ amount });
    await receiveBankNotification(notice);
    await Promise.all([1, 2, 3].map(() => receiveBankNotification(notice)));
    await pairDevice({ terminalId: own.terminalId, device, from: new Date(Date.now() - MINUTE_MS) });
    expect((await receiveBankNotification(notice)).fate).toBe("exception");
    await closeSession(own.scope, own.sessionId);
    expect((await receiveBankNotification(notice)).fate).toBe("exception");
    expect(await summariseReconciliation(own.scope, own.sessionId)).toMatchObject({ transaction_count: 0 });
    const [row, ...others] = await resolvedOf(own);
    expect(others).toEqual([]);
    const stored = await systemDb().sql<{ id: `ntc_${string}` }[]>`
      select n.id from notices n join exceptions e on e.notice_id = n.id where e.id = ${row?.id ?? ""}`;
    expect(stored).toHaveLength(1);
    await reprocessNotification(stored[0]?.id ?? "ntc_");
    await expect(
      assignException({ exceptionId: row?.id ?? "", sessionId: stranger.sessionId }),
    ).rejects.toMatchObject({ code: "conflict" });
    const [kept] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from notices where position(${Buffer.from(device)} in body) > 0`;
    expect(kept?.count).toBe(1);
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("is not proved by another amount, a failed payment, another device or another bank, and still by the right one", async () => {
    const { id, amount } = await claim(own);
    const before = (await openReasons()).length;
    const others: Tap[] = [
      { amount: amount + 1n },
      { amount: amount - 1n },
      { amount, status: "failed" },
      { amount, device: `${device}-2` },
      { amount, provider: "moniepoint" },
      { amount, provider: "nomba" },
    ];
    for (const other of others) expect(await tap(other)).toBe("exception");
    expect((await openReasons()).slice(0, others.length)).toEqual(others.map(() => "unknown_destination"));
    expect((await openReasons()).length).toBe(before + others.length);
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "open" });
    await tap({ amount });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
  });

  test("counts what was paid in its 15 minutes, also where it is reported later, and nothing before or after", async () => {
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
    expect(await devicesOf(own)).toEqual([]);
    await tap({ amount, paidAt: at(expiresAt, -1_000) });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("that is cancelled is proved by nothing", async () => {
    const { id, amount } = await claim(own);
    await expect(cancelDeviceClaim(asOwner(stranger.scope), id)).rejects.toMatchObject({ code: "not_found" });
    expect(await cancelDeviceClaim(asOwner(own.scope), id)).toMatchObject({ state: "cancelled" });
    expect(await tap({ amount })).toBe("exception");
    expect(await devicesOf(own)).toEqual([]);
    expect(await cancelDeviceClaim(asOwner(own.scope), id)).toMatchObject({ state: "cancelled" });
  });

  test("of one device is one at a time in the deployment, and asking again answers the same", async () => {
    const attempts = await Promise.allSettled([claim(own), claim(stranger), claim(own), claim(stranger)]);
    const opened = attempts.flatMap((one) => (one.status === "fulfilled" ? one.value.id : []));
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(1);
    const [open] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from device_claims where serial = ${device} and state = 'open'`;
    expect(open?.count).toBe(1);
  });

  test("refuses with one answer what is owned, was owned, was paired, took a payment or is being claimed", async () => {
    const refusals: unknown[] = [];
    const attempt = async (serial: string) =>
      refusals.push(await refusalOf(claim(stranger, "paystack", serial)));
    await add(own, "paystack", `${device}-owned`);
    await attempt(`${device}-owned`);
    await add(own, "paystack", `${device}-released`);
    const [released] = (await devicesOf(own)).filter(({ serial }) => serial.endsWith("released"));
    await releaseOwnDevice(asOwner(own.scope), released?.id ?? "dev_");
    await attempt(`${device}-released`);
    await tap({ device: `${device}-used` });
    await attempt(`${device}-used`);
    await claim(own, "paystack", `${device}-claimed`);
    await attempt(`${device}-claimed`);
    await attempt(own.terminalId);
    expect(refusals[0]).toMatchObject({ code: "conflict", detail: expect.stringContaining("operator") });
    expect(refusals).toEqual(refusals.map(() => refusals[0]));
  });

  test("that failed for want of money does not keep the device from its owner", async () => {
    await tap({ status: "failed" });
    const { id, amount } = await claim(own);
    await tap({ amount });
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "proved" });
  });

  test("is not proved twice: another organisation's claim is not answered by the same payment", async () => {
    const { amount } = await claim(own);
    const notice = tapOf({ amount });
    await receiveBankNotification(notice);
    expect(await refusalOf(claim(stranger))).toMatchObject({ code: "conflict" });
    await receiveBankNotification(notice);
    expect(await devicesOf(stranger)).toEqual([]);
    expect(await devicesOf(own)).toHaveLength(1);
  });

  test("that was followed by a proved one is answered no more, also after the device is released", async () => {
    const first = await claim(own);
    await systemDb().sql`
      update device_claims set created_at = created_at - interval '20 minutes', expires_at = expires_at - interval '20 minutes'
      where id = ${first.id}`;
    const second = await claim(own);
    expect(second.id).not.toBe(first.id);
    await tap({ amount: second.amount });
    const late = { amount: first.amount, paidAt: new Date(Date.now() - 10 * MINUTE_MS) };
    expect(await tap(late)).toBe("exception");
    const [device = { id: "dev_" as const }] = await devicesOf(own);
    await releaseOwnDevice(asOwner(own.scope), device.id);
    expect(await tap(late)).toBe("exception");
    expect(await devicesOf(own)).toEqual([]);
    expect(await getDeviceClaim(own.scope, first.id)).toMatchObject({ state: "expired" });
    expect((await openReasons()).slice(0, 2)).toEqual(["unknown_destination", "unknown_destination"]);
  });

  test("ends when the operator adds the device, whose new owner alone has it", async () => {
    const { id, amount } = await claim(own);
    await add(stranger);
    expect(await getDeviceClaim(own.scope, id)).toMatchObject({ state: "cancelled" });
    await tap({ amount });
    expect(await devicesOf(own)).toEqual([]);
    expect(await devicesOf(stranger)).toHaveLength(1);
  });

  test("by a second name of another organisation's device is not proved", async () => {
    await add(own, "moniepoint");
    const { id, amount } = await claim(stranger, "moniepoint", "trm-1");
    const paid = { channel: "pos", amount, paidAt: new Date() } as const;
    const named = { mode: "live", provider: "moniepoint" } as const;
    await recordCredit(incoming({ ...paid, devices: [device, "trm-1"] }, named));
    expect(await getDeviceClaim(stranger.scope, id)).toMatchObject({ state: "open" });
    expect(await devicesOf(stranger)).toEqual([]);
  });

  test("is not offered at a bank whose signature does not cover the amount", async () => {
    expect((await listOwnDevices(own.scope)).banks).toEqual(["paystack", "moniepoint"]);
    expect(await refusalOf(claim(own, "nomba"))).toMatchObject({
      code: "invalid_request",
      detail: expect.stringContaining("operator"),
    });
  });
});

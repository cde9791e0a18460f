/** Guarantee: in test mode a device belongs to the organisation that paired it, until it or the operator releases it. */
import os from "node:os";
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { closeSession, createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { pairDevice, unpairDevice } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { addDevice, listDevices, listOwnDevices, openDeviceClaim, releaseDevice } from "./index";
import { asOwner, getFailure } from "./testing/member";

/** The actor in the audit log for the user who runs the tests. */
const COMMAND_LINE_ACTOR = `command line (${os.userInfo().username})`;

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let own: TestSession;
let other: TestSession;
let device: string;
beforeEach(async () => {
  [own, other] = [await openTestSession(), await openTestSession()];
  device = `SN-${newId("pairing")}`;
});

const pair = (session: TestSession, serial = device, provider?: ProviderName) =>
  pairDevice(asOwner(session.scope), { ...session, device: serial, provider });
const unpair = (session: TestSession) => unpairDevice(asOwner(session.scope), session);
const close = (session: TestSession) => closeSession(session.scope, session.sessionId);
/** Opens another event of the same organisation. */
async function openNext({ scope }: TestSession): Promise<TestSession> {
  const collection = { account: false, pos: true, pos_count: 2 };
  const request = CreateSession.parse({ external_event_id: "event-2", name: "Palm Wine Night", collection });
  const { session_id: sessionId, pos_terminals: terminals } = await createSession(scope, request);
  const [terminalId = "", otherTerminalId = ""] = terminals.map(({ terminal_id }) => terminal_id);
  return { scope, sessionId, account: "", terminalId, otherTerminalId };
}
const ownDevice = async ({ scope }: TestSession, serial = device) =>
  (await listOwnDevices(scope)).devices.find((one) => one.serial === serial);
const pay = (serial = device, provider: ProviderName = "paystack") =>
  recordCredit(createIncomingCredit({ channel: "pos", devices: [serial], paidAt: new Date() }, { provider }));
const countTransactions = async ({ sessionId }: TestSession) => {
  const [counter] = await systemDb().sql<{ count: number }[]>`
    select last_sequence::int as count from session_states where session_id = ${sessionId}`;
  return counter?.count;
};

test("a second organisation cannot pair the device while the event is open, after it is unpaired, or after the close", async () => {
  await pair(own);
  const first = await getFailure(pair(other));
  expect(first).toMatchObject({ code: "conflict", detail: expect.not.stringContaining(own.terminalId) });
  await unpair(own);
  expect(await getFailure(pair(other))).toEqual(first);
  await pair(own);
  await close(own);
  expect(await getFailure(pair(other))).toEqual(first);
  expect(await pay()).toMatchObject({ outcome: "exception" });
  expect(await countTransactions(other)).toBe(0);
});

test("a device keeps its owner across events", async () => {
  await pair(own);
  await close(own);
  const next = await openNext(own);
  await pair(next);
  expect(await pay()).toMatchObject({ outcome: "recorded" });
  expect(await countTransactions(next)).toBe(1);
  expect(await ownDevice(own)).toMatchObject({ method: "sandbox", paired: { terminalId: next.terminalId } });
});

test("if two organisations pair one device concurrently, one succeeds and only that one gets the payments", async () => {
  const attempts = await Promise.allSettled([own, other, own, other].map((session) => pair(session)));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const owners = (await listDevices({})).filter(({ serial }) => serial === device);
  expect(owners).toHaveLength(1);
  await pay();
  const counts = [await countTransactions(own), await countTransactions(other)];
  expect(counts).toEqual(owners[0]?.organisationId === own.scope.organisationId ? [1, 0] : [0, 1]);
});

test("a device that its owner releases is unpaired and available to another organisation", async () => {
  await pair(own);
  const { id = "dev_" } = (await ownDevice(own)) ?? {};
  await expect(releaseDevice(asOwner(other.scope), { deviceId: id })).rejects.toMatchObject({
    code: "not_found",
  });
  await releaseDevice(asOwner(own.scope), { deviceId: id });
  expect(await ownDevice(own)).toBeUndefined();
  expect(await pay()).toMatchObject({ outcome: "exception" });
  await pair(other);
  expect(await pay()).toMatchObject({ outcome: "recorded" });
  expect([await countTransactions(own), await countTransactions(other)]).toEqual([0, 1]);
  await expect(releaseDevice(asOwner(own.scope), { deviceId: id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a released device cannot be paired from a time at which another organisation owned it", async () => {
  await pair(own);
  const { id = "dev_" } = (await ownDevice(own)) ?? {};
  const before = new Date(Date.now() - 60_000);
  await releaseDevice(asOwner(own.scope), { deviceId: id });
  const scope = { ...COMMAND_LINE, ...other.scope };
  await addDevice(scope, { provider: "paystack", serial: device });
  const request = { terminalId: other.terminalId, device };
  await expect(pairDevice(COMMAND_LINE, { ...request, from: before })).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("another organisation until"),
  });
  await pair(other);
  expect(await pay()).toMatchObject({ outcome: "recorded" });
  expect(await countTransactions(other)).toBe(1);
});

test("another organisation's terminal id cannot be paired as a device, even after the close", async () => {
  expect(await getFailure(pair(other, own.terminalId))).toMatchObject({ code: "conflict" });
  await close(own);
  expect(await getFailure(pair(other, own.terminalId))).toMatchObject({ code: "conflict" });
  expect(await getFailure(pair(other, "pos_0000000000_001"))).toEqual(
    await getFailure(pair(other, own.terminalId)),
  );
});

test("a device owned at every bank is the same device as at one bank", async () => {
  await pair(own);
  expect(await getFailure(pair(other, device, "paystack"))).toMatchObject({ code: "conflict" });
  await pair(other, `${device}-2`, "paystack");
  expect(await getFailure(pair(own, `${device}-2`))).toMatchObject({ code: "conflict" });
});

test("the same serial number at two banks is two devices, each with the payments of its bank", async () => {
  await pair(own, device, "paystack");
  await pair(other, device, "moniepoint");
  await pay(device, "paystack");
  await pay(device, "moniepoint");
  await pay(device, "moniepoint");
  expect([await countTransactions(own), await countTransactions(other)]).toEqual([1, 2]);
});

test("pairing a serial number that an organisation owns at two banks requires the bank", async () => {
  const scope = { ...COMMAND_LINE, ...own.scope };
  for (const provider of ["paystack", "moniepoint"] as const)
    await addDevice(scope, { provider, serial: device });
  expect(await getFailure(pair(own))).toEqual({
    code: "invalid_request",
    detail: "provider must be the bank of the device: moniepoint, paystack.",
  });
  await pair(own, device, "moniepoint");
  await pay(device, "paystack");
  expect(await countTransactions(own)).toBe(0);
  await pay(device, "moniepoint");
  expect(await countTransactions(own)).toBe(1);
});

test("a terminal accepts five devices, and the sixth is refused with the limit", async () => {
  for (let count = 0; count < 5; count++) await pair(own, `${device}-${count}`);
  expect(await getFailure(pair(own, `${device}-5`))).toEqual({
    code: "conflict",
    detail: "The terminal has 5 devices, the most at a time. Unpair them first.",
  });
  expect(await ownDevice(own, `${device}-5`)).toBeUndefined();
  await pairDevice(asOwner(own.scope), { ...own, terminalId: own.otherTerminalId, device: `${device}-5` });
});

test("the audit log records each device that the operator adds or releases, with the host name", async () => {
  const scope = { ...COMMAND_LINE, ...own.scope };
  const named = { provider: "paystack", serial: device } as const;
  await addDevice(scope, named);
  await expect(addDevice(scope, named)).rejects.toMatchObject({ code: "conflict" });
  await expect(addDevice({ ...COMMAND_LINE, ...other.scope }, named)).rejects.toMatchObject({
    code: "conflict",
  });
  await pair(own);
  expect(await listDevices({ organisationId: own.scope.organisationId })).toMatchObject([
    { serial: device, provider: "paystack", method: "operator", terminalId: own.terminalId },
  ]);
  await releaseDevice(COMMAND_LINE, named);
  await expect(releaseDevice(COMMAND_LINE, named)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await listDevices({ organisationId: own.scope.organisationId })).toEqual([]);
  expect(await listDevices({ organisationId: own.scope.organisationId, all: true })).toMatchObject([
    { serial: device, releasedBy: COMMAND_LINE_ACTOR, terminalId: null },
  ]);
  expect(
    await systemDb().sql`
      select action, actor, origin, details from audit_entries
      where organisation_id = ${own.scope.organisationId} and action in ('claimed_device', 'released_device') order by id`,
  ).toEqual([
    {
      action: "claimed_device",
      actor: COMMAND_LINE_ACTOR,
      origin: os.hostname(),
      details: { serial: device, provider: "paystack", method: "operator" },
    },
    {
      action: "released_device",
      actor: COMMAND_LINE_ACTOR,
      origin: os.hostname(),
      details: { serial: device, provider: "paystack" },
    },
  ]);
});

test("pairing in test mode cancels another organisation's open claim of the device", async () => {
  const claim = await openDeviceClaim(asOwner(other.scope), { serial: device, provider: "paystack" });
  await pair(own);
  const { amount } = claim;
  await recordCredit(createIncomingCredit({ channel: "pos", devices: [device], paidAt: new Date(), amount }));
  expect(await countTransactions(own)).toBe(1);
  expect(await ownDevice(other)).toBeUndefined();
});

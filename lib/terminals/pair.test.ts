/**
 * Guarantee: members can locate, pair and unpair only their organisation's terminals, and each change is audited with
 * its actor.
 */
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { listTerminalsOverview, pairDevice, replaceDevice, setTerminalLocation, unpairDevice } from "./index";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let own: TestSession;
let rival: TestSession;
let scope: Scope;
let device: string;
beforeEach(async () => {
  own = await openTestSession();
  rival = await openTestSession();
  scope = {
    ...own.scope,
    actor: { memberId: newId("member"), email: "bola@example.com", name: "Bola", role: "gate_lead" },
  };
  device = `SN-${newId("pairing")}`;
});

const terminal = () => ({ sessionId: own.sessionId, terminalId: own.terminalId });
const listAudit = () => systemDb().sql`
  select action, actor, subject, details from audit_entries
  where organisation_id = ${own.scope.organisationId} order by id`;
const cards = async () => (await listTerminalsOverview(own.scope, own.sessionId)).terminals;

test("a location is trimmed, listed and audited", async () => {
  await setTerminalLocation(scope, { ...terminal(), location: "  Food court " });
  expect((await cards()).map(({ location }) => location)).toEqual(["Food court", ""]);
  expect(await listAudit()).toEqual([
    {
      action: "changed_location",
      actor: "bola@example.com",
      subject: own.terminalId,
      details: { location: "Food court" },
    },
  ]);
});

test("a change of a terminal increments its event's version and notifies subscribers", async () => {
  const before = await listTerminalsOverview(own.scope, own.sessionId);
  await setTerminalLocation(scope, { ...terminal(), location: "Bar 1" });
  expect((await listTerminalsOverview(own.scope, own.sessionId)).version).toBe(before.version + 1);
});

test("a payment on a paired device belongs to its terminal; on a replaced device it is unassigned", async () => {
  await pairDevice(scope, { ...terminal(), device: ` ${device} ` });
  const pay = (serial: string) =>
    recordCredit(createIncomingCredit({ channel: "pos", devices: [serial], paidAt: new Date() }));
  expect(await pay(device)).toMatchObject({ outcome: "recorded" });
  await replaceDevice(scope, { ...terminal(), device: `${device}-2` });
  expect(await pay(device)).toMatchObject({ outcome: "exception" });
  expect(await pay(`${device}-2`)).toMatchObject({ outcome: "recorded" });
  expect(await cards()).toMatchObject([
    { count: 2, devices: [`${device}-2`] },
    { count: 0, devices: [] },
  ]);
});

test("a device accepts payments from the start of the second in which it is paired, because banks may round times to seconds", async () => {
  await pairDevice(scope, { ...terminal(), device });
  const paidAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  expect(
    await recordCredit(createIncomingCredit({ channel: "pos", devices: [device], paidAt })),
  ).toMatchObject({
    outcome: "recorded",
  });
});

test("a device that moves within a second is never paired with two terminals at once", async () => {
  await pairDevice(scope, { ...terminal(), device });
  await unpairDevice(scope, terminal());
  await pairDevice(scope, { ...terminal(), terminalId: own.otherTerminalId, device });
  const [stays] = await systemDb().sql`
    select bool_and(next.paired_from >= first.paired_to) as follow_on, count(*)::int as stays
    from device_pairings first join device_pairings next using (device)
    where device = ${device} and first.terminal_id = ${own.terminalId} and next.terminal_id = ${own.otherTerminalId}`;
  expect(stays).toEqual({ followOn: true, stays: 1 });
});

test("unpairing is audited once, and the terminal's own id still counts as its device", async () => {
  await pairDevice(scope, { ...terminal(), device });
  expect(await unpairDevice(scope, terminal())).toEqual({ ended: 1 });
  expect(await unpairDevice(scope, terminal())).toEqual({ ended: 0 });
  expect((await listAudit()).map(({ action }) => action)).toEqual(["paired_device", "unpaired_device"]);
  const result = await recordCredit(createIncomingCredit({ channel: "pos", devices: [own.terminalId] }));
  expect(result).toMatchObject({ outcome: "recorded" });
});

test("a device that is paired elsewhere is rejected without revealing another organisation's terminal", async () => {
  await pairDevice(scope, { ...terminal(), device });
  const here = pairDevice(scope, { ...terminal(), terminalId: own.otherTerminalId, device });
  await expect(here).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining(own.terminalId),
  });
  const { sessionId, terminalId } = rival;
  const elsewhere = pairDevice(rival.scope, { sessionId, terminalId, device });
  await expect(elsewhere).rejects.toMatchObject({
    code: "conflict",
    detail: expect.not.stringContaining(own.terminalId),
  });
});

test("another organisation's terminal, or the other mode's, is not found", async () => {
  const strangers: Scope[] = [rival.scope, { ...own.scope, mode: "live" }];
  for (const stranger of strangers) {
    const attempts = [
      () => setTerminalLocation(stranger, { ...terminal(), location: "Mine" }),
      () => pairDevice(stranger, { ...terminal(), device }),
      () => replaceDevice(stranger, { ...terminal(), device }),
      () => unpairDevice(stranger, terminal()),
      () => listTerminalsOverview(stranger, own.sessionId),
      () =>
        setTerminalLocation(stranger, {
          sessionId: rival.sessionId,
          terminalId: own.terminalId,
          location: "Mine",
        }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await cards()).toMatchObject([{ location: "", devices: [] }, {}]);
});

test("a closed event pairs no devices, but can still unpair them", async () => {
  await pairDevice(scope, { ...terminal(), device });
  await closeSession(own.scope, own.sessionId);
  await expect(pairDevice(scope, { ...terminal(), device: `${device}-2` })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await unpairDevice(scope, terminal())).toEqual({ ended: 1 });
});

/** Guarantee: an organisation's people place, pair and unpair their own terminals alone, and each change is written down with its doer. */
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { listTerminalsOverview, pairDeviceOf, placeTerminal, replaceDeviceOf, unpairDeviceOf } from "./index";

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
    by: { memberId: newId("member"), email: "bola@example.com", name: "Bola", role: "gate_lead" },
  };
  device = `SN-${newId("pairing")}`;
});

const terminal = () => ({ sessionId: own.sessionId, terminalId: own.terminalId });
const deeds = () => systemDb().sql`
  select action, actor, subject, details from audit_entries
  where organisation_id = ${own.scope.organisationId} order by id`;
const cards = async () => (await listTerminalsOverview(own.scope, own.sessionId)).terminals;

test("a place is kept without the spaces around it, shown, and written down", async () => {
  await placeTerminal(scope, { ...terminal(), place: "  Food court " });
  expect((await cards()).map(({ place }) => place)).toEqual(["Food court", ""]);
  expect(await deeds()).toEqual([
    {
      action: "placed_terminal",
      actor: "bola@example.com",
      subject: own.terminalId,
      details: { place: "Food court" },
    },
  ]);
});

test("a change of a terminal is a change of its event, which who watches is told", async () => {
  const before = await listTerminalsOverview(own.scope, own.sessionId);
  await placeTerminal(scope, { ...terminal(), place: "Bar 1" });
  expect((await listTerminalsOverview(own.scope, own.sessionId)).version).toBe(before.version + 1);
});

test("a payment on a paired device is its terminal's, and on a replaced one it is nobody's", async () => {
  await pairDeviceOf(scope, { ...terminal(), device: ` ${device} ` });
  const pay = (serial: string) =>
    recordCredit(incoming({ channel: "pos", devices: [serial], paidAt: new Date() }));
  expect(await pay(device)).toMatchObject({ fate: "recorded" });
  await replaceDeviceOf(scope, { ...terminal(), device: `${device}-2` });
  expect(await pay(device)).toMatchObject({ fate: "exception" });
  expect(await pay(`${device}-2`)).toMatchObject({ fate: "recorded" });
  expect(await cards()).toMatchObject([
    { count: 2, devices: [`${device}-2`] },
    { count: 0, devices: [] },
  ]);
});

test("a device takes payments from the second it is paired in, in which a bank may date them whole", async () => {
  await pairDeviceOf(scope, { ...terminal(), device });
  const paidAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  expect(await recordCredit(incoming({ channel: "pos", devices: [device], paidAt }))).toMatchObject({
    fate: "recorded",
  });
});

test("a device that moves within a second is never in two places at once", async () => {
  await pairDeviceOf(scope, { ...terminal(), device });
  await unpairDeviceOf(scope, terminal());
  await pairDeviceOf(scope, { ...terminal(), terminalId: own.otherTerminalId, device });
  const [stays] = await systemDb().sql`
    select bool_and(next.paired_from >= first.paired_to) as "followOn", count(*)::int as stays
    from device_pairings first join device_pairings next using (device)
    where device = ${device} and first.terminal_id = ${own.terminalId} and next.terminal_id = ${own.otherTerminalId}`;
  expect(stays).toEqual({ followOn: true, stays: 1 });
});

test("unpairing is told once, and the terminal's own id goes on counting as its device", async () => {
  await pairDeviceOf(scope, { ...terminal(), device });
  expect(await unpairDeviceOf(scope, terminal())).toEqual({ ended: 1 });
  expect(await unpairDeviceOf(scope, terminal())).toEqual({ ended: 0 });
  expect((await deeds()).map(({ action }) => action)).toEqual(["paired_device", "unpaired_device"]);
  const fate = await recordCredit(incoming({ channel: "pos", devices: [own.terminalId] }));
  expect(fate).toMatchObject({ fate: "recorded" });
});

test("a device that is paired elsewhere is refused, and whose terminal it is stays that organisation's business", async () => {
  await pairDeviceOf(scope, { ...terminal(), device });
  const here = pairDeviceOf(scope, { ...terminal(), terminalId: own.otherTerminalId, device });
  await expect(here).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining(own.terminalId),
  });
  const { sessionId, terminalId } = rival;
  const elsewhere = pairDeviceOf(rival.scope, { sessionId, terminalId, device });
  await expect(elsewhere).rejects.toMatchObject({
    code: "conflict",
    detail: expect.not.stringContaining(own.terminalId),
  });
});

test("another organisation's terminal, or the other mode's, is nowhere to be found", async () => {
  const strangers: Scope[] = [rival.scope, { ...own.scope, mode: "live" }];
  for (const stranger of strangers) {
    const attempts = [
      () => placeTerminal(stranger, { ...terminal(), place: "Mine" }),
      () => pairDeviceOf(stranger, { ...terminal(), device }),
      () => replaceDeviceOf(stranger, { ...terminal(), device }),
      () => unpairDeviceOf(stranger, terminal()),
      () => listTerminalsOverview(stranger, own.sessionId),
      () =>
        placeTerminal(stranger, { sessionId: rival.sessionId, terminalId: own.terminalId, place: "Mine" }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await cards()).toMatchObject([{ place: "", devices: [] }, {}]);
});

test("a closed event pairs no more devices, but can still be unpaired", async () => {
  await pairDeviceOf(scope, { ...terminal(), device });
  await closeSession(own.scope, own.sessionId);
  await expect(pairDeviceOf(scope, { ...terminal(), device: `${device}-2` })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await unpairDeviceOf(scope, terminal())).toEqual({ ended: 1 });
});

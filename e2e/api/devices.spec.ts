// Guarantee: a payment on a device belongs to the terminal it stood for when it was paid (§2.3, §4.8).

import { documented, newKey, signed } from "../bank-samples";
import {
  type Api,
  expect,
  expectData,
  newPlatform,
  openSession,
  type SessionData,
  takings,
  test,
} from "../fixtures";
import { apiOf } from "../http-client";
import { activityOf, exceptionsAbout, listAll, terminalOf } from "../ledger-queries";

const pair = (terminal: string, device: string, from?: string) =>
  takings<{ pairing_id: string }>(
    "terminals",
    "pair",
    "--terminal",
    terminal,
    "--device",
    device,
    ...(from ? ["--from", from] : []),
  );
const clock = (text: string) => new Date(`2026-11-20T${text}:00.000Z`);
const DAWN = "2026-11-20T00:00:00Z";

/** How many payments each terminal of a session took. */
async function countsOf(api: Api, session: SessionData): Promise<number[]> {
  const counts: number[] = [];
  for (const { terminal_id } of session.pos_terminals) {
    counts.push((await activityOf(api, session, terminal_id)).summary.transaction_count);
  }
  return counts;
}

test("a paired device is its terminal's, at every bank that has terminals", async ({ api, bank }) => {
  const session = await openSession(api);
  const device = newKey();
  await pair(terminalOf(session, 2), device, DAWN);
  for (const provider of ["paystack", "nomba", "lenco", "moniepoint"] as const) {
    await bank.tap(session, { provider, device });
  }
  expect(await countsOf(api, session)).toEqual([0, 4]);
});

test("in the sandbox a terminal's own id counts as its device, also beside a paired one", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, DAWN);
  await bank.tap(session, { device });
  await bank.tap(session, { device: terminalOf(session), paidAt: new Date("2020-01-01T00:00:00Z") });
  await takings("terminals", "unpair", "--terminal", terminalOf(session));
  await bank.tap(session, { device: terminalOf(session) });
  expect(await countsOf(api, session)).toEqual([3, 0]);
});

test("of several identifiers in a notice the first that is paired decides", async ({ api, bank }) => {
  const session = await openSession(api);
  const [serial, id] = [newKey(), newKey()];
  const tell = async () => {
    const changes = { "pos-txn-1": newKey(), "SN-0001": serial, "trm-1": id };
    expectData(await bank.post(signed(bank, "lenco", documented("lenco", "pos", changes))));
  };
  await pair(terminalOf(session, 2), id, "2026-11-19T00:00:00Z");
  await tell();
  expect(await countsOf(api, session), "the serial number is nobody's").toEqual([0, 1]);
  await pair(terminalOf(session, 1), serial, "2026-11-19T00:00:00Z");
  await tell();
  expect(await countsOf(api, session), "the serial number comes first").toEqual([1, 1]);
});

test("the pairing at the time of payment counts: before it, after it and between two there is none", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const [first, second] = [terminalOf(session, 1), terminalOf(session, 2)];
  const device = newKey();
  await pair(first, device, "2026-11-20T10:00:00Z");
  await takings("terminals", "unpair", "--terminal", first, "--to", "2026-11-20T11:00:00Z");
  await pair(second, device, "2026-11-20T12:00:00Z");
  const strays: string[] = [];
  for (const text of ["09:59", "11:00", "11:59"]) {
    strays.push((await bank.tap(session, { device, paidAt: clock(text) })).paymentKey);
  }
  for (const text of ["10:00", "10:59", "12:00"]) await bank.tap(session, { device, paidAt: clock(text) });
  expect(await countsOf(api, session)).toEqual([2, 1]);
  const found = await exceptionsAbout(...strays);
  expect(found.map(({ reason }) => reason)).toEqual(strays.map(() => "unknown_destination"));
});

test("a replaced device ends where the new one begins", async ({ api, bank }) => {
  const session = await openSession(api);
  const terminal = terminalOf(session);
  const [broken, spare] = [newKey(), newKey()];
  await pair(terminal, broken, DAWN);
  await takings(
    "terminals",
    "replace",
    "--terminal",
    terminal,
    "--device",
    spare,
    "--at",
    "2026-11-20T10:00:00Z",
  );
  await bank.tap(session, { device: broken, paidAt: clock("09:59") });
  await bank.tap(session, { device: spare, paidAt: clock("10:00") });
  expect(await countsOf(api, session)).toEqual([2, 0]);
  await bank.tap(session, { device: broken, paidAt: clock("10:00") });
  await bank.tap(session, { device: spare, paidAt: clock("09:59") });
  expect(await countsOf(api, session)).toEqual([2, 0]);
});

test("a device that stands for an open session's terminal is refused elsewhere, and free once that session is closed", async ({
  api,
  bank,
}) => {
  const [old, next] = [await openSession(api), await openSession(api)];
  const device = newKey();
  const paidAt = new Date(Date.now() + 3_600_000);
  await pair(terminalOf(old), device);
  await expect(pair(terminalOf(next), device)).rejects.toMatchObject({
    stdout: expect.stringContaining(terminalOf(old)),
  });
  await bank.tap(old, { device, paidAt });
  expectData(await api.patch(`/v1/sessions/${old.session_id}/close`));
  await pair(terminalOf(next), device);
  await bank.tap(next, { device, paidAt });
  expect(await listAll(api, old)).toHaveLength(1);
  expect(await listAll(api, next)).toHaveLength(1);
});

test("a pairing that ended before it began keeps its device from nobody", async ({ api, bank }) => {
  const [old, next] = [await openSession(api), await openSession(api)];
  const [taken, mistaken] = [newKey(), newKey()];
  await pair(terminalOf(old), taken, "2026-11-20T12:00:00Z");
  await pair(terminalOf(old, 2), mistaken, "2026-11-20T12:00:00Z");
  await takings("terminals", "unpair", "--terminal", terminalOf(old, 2), "--to", "2026-11-20T11:00:00Z");
  expectData(await api.patch(`/v1/sessions/${old.session_id}/close`));
  await pair(terminalOf(next, 1), taken, "2026-11-20T10:00:00Z");
  await pair(terminalOf(next, 2), mistaken, "2026-11-20T10:00:00Z");
  for (const device of [taken, mistaken]) await bank.tap(next, { device, paidAt: clock("11:30") });
  expect(await countsOf(api, next)).toEqual([1, 1]);
});

test("a device cannot be paired with a terminal that is not there", async () => {
  await expect(pair("pos_0000000000_001", newKey())).rejects.toMatchObject({
    stdout: expect.stringContaining("There is no such terminal"),
  });
});

test("a device paired within a second takes what the bank dates by that second, and none of the second before", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, "2026-11-20T10:00:19.638Z");
  const early = await bank.tap(session, { device, paidAt: new Date("2026-11-20T10:00:18.000Z") });
  await bank.tap(session, { device, paidAt: new Date("2026-11-20T10:00:19.000Z") });
  expect(await countsOf(api, session)).toEqual([1, 0]);
  expect(await exceptionsAbout(early.paymentKey)).toMatchObject([{ reason: "unknown_destination" }]);
});

test("a device moved to another terminal within a second takes what the bank dates by that second at the new one", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, DAWN);
  const moment = "2026-11-20T10:00:19.638Z";
  await takings("terminals", "unpair", "--terminal", terminalOf(session), "--to", moment);
  await pair(terminalOf(session, 2), device, moment);
  for (const second of ["18", "19", "20"])
    await bank.tap(session, { device, paidAt: new Date(`2026-11-20T10:00:${second}.000Z`) });
  expect(await countsOf(api, session)).toEqual([1, 2]);
});

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (thrown) => JSON.parse(String(thrown.stdout)).error,
  );

test("another organisation's card reader is not paired by its serial number, in either order, nor after the close", async ({
  api,
  rivalApi,
  bank,
}) => {
  const [own, strangers] = [await openSession(api), await openSession(rivalApi)];
  const device = newKey();
  await pair(terminalOf(own), device, DAWN);
  const refusal = await refusalOf(pair(terminalOf(strangers), device, DAWN));
  expect(refusal).toMatchObject({ code: "conflict", message: expect.not.stringContaining(terminalOf(own)) });
  await takings("terminals", "unpair", "--terminal", terminalOf(own));
  expect(await refusalOf(pair(terminalOf(strangers), device))).toEqual(refusal);
  expectData(await api.patch(`/v1/sessions/${own.session_id}/close`));
  expect(await refusalOf(pair(terminalOf(strangers), device))).toEqual(refusal);
  // A payment of the second in which the device was unpaired is still its terminal's.
  const paidAt = new Date(Date.now() + 60_000);
  const { paymentKey } = await bank.tap(strangers, { device, paidAt });
  expect(await listAll(rivalApi, strangers)).toEqual([]);
  expect(await exceptionsAbout(paymentKey)).toMatchObject([{ reason: "unknown_destination" }]);
});

test("of organisations that pair one card reader at once one gets it, and every payment on it", async ({
  baseURL,
  bank,
}) => {
  const platforms = await Promise.all([1, 2, 3].map(() => newPlatform()));
  const apis = platforms.map(({ apiKey }) => apiOf(baseURL ?? "", apiKey));
  const sessions = await Promise.all(apis.map((api) => openSession(api)));
  const device = newKey();
  const refusals = await Promise.all(
    sessions.map((session) => refusalOf(pair(terminalOf(session), device, DAWN))),
  );
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  for (const session of sessions) await bank.tap(session, { device });
  const counts = await Promise.all(
    sessions.map(async (session, index) => (await listAll(apis[index] as Api, session)).length),
  );
  expect(counts).toEqual(refusals.map((refusal) => (refusal === undefined ? sessions.length : 0)));
});

test("a sixth device of a terminal is refused, and the refusal names the limit", async ({ api }) => {
  const terminal = terminalOf(await openSession(api));
  for (let count = 0; count < 5; count++) await pair(terminal, newKey());
  expect(await refusalOf(pair(terminal, newKey()))).toEqual({
    code: "conflict",
    message: "The terminal has 5 devices, the most at a time. Unpair them first.",
  });
});

test("a POS notification that another bank's secret signs does not reach a device of its bank", async ({
  api,
  bank,
  platform,
}) => {
  const session = await openSession(api);
  const device = newKey();
  await takings(
    ...["devices", "add", "--organisation", platform.organisation],
    ...["--provider", "moniepoint", "--serial", device],
  );
  await pair(terminalOf(session), device, DAWN);
  for (const provider of ["paystack", "nomba", "lenco", "custom"] as const)
    await bank.tap(session, { provider, device });
  // Moniepoint's own body under another bank's header and secret.
  const genuine = bank.compose(bank.credit({ channel: "pos", device }), "moniepoint");
  const forged = signed(bank, "paystack", String(genuine.body));
  expectData(await bank.post(forged));
  const stolen = { ...genuine.headers, "moniepoint-webhook-signature": "AAAA" };
  expect((await bank.post({ headers: stolen, body: genuine.body })).status).toBe(401);
  expect(await countsOf(api, session)).toEqual([0, 0]);
  await bank.tap(session, { provider: "moniepoint", device });
  expect(await countsOf(api, session)).toEqual([1, 0]);
});

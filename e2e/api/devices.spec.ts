// Guarantee: a payment on a device belongs to the terminal that the device was paired with at the time of payment (§2.3, §4.8).

import { newKey, readSample, signNotification } from "../bank-samples";
import {
  type Api,
  createPlatform,
  createSession,
  expect,
  expectData,
  type SessionData,
  takings,
  test,
} from "../fixtures";
import { createApi } from "../http-client";
import { getActivity, listAll, listExceptions, terminalOf } from "../ledger-queries";

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
const DAY_START = "2026-11-20T00:00:00Z";

/** Returns the number of payments of each terminal of a session. */
async function countPayments(api: Api, session: SessionData): Promise<number[]> {
  const counts: number[] = [];
  for (const { terminal_id } of session.pos_terminals) {
    counts.push((await getActivity(api, session, terminal_id)).summary.transaction_count);
  }
  return counts;
}

test("a payment on a paired device belongs to its terminal, at every bank that has terminals", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const device = newKey();
  await pair(terminalOf(session, 2), device, DAY_START);
  for (const provider of ["paystack", "nomba", "lenco", "moniepoint"] as const) {
    await bank.tap(session, { provider, device });
  }
  expect(await countPayments(api, session)).toEqual([0, 4]);
});

test("in the sandbox a terminal's id works as its device, also beside a paired device", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, DAY_START);
  await bank.tap(session, { device });
  await bank.tap(session, { device: terminalOf(session), paidAt: new Date("2020-01-01T00:00:00Z") });
  await takings("terminals", "unpair", "--terminal", terminalOf(session));
  await bank.tap(session, { device: terminalOf(session) });
  expect(await countPayments(api, session)).toEqual([3, 0]);
});

test("of several identifiers in a notification the first paired one decides", async ({ api, bank }) => {
  const session = await createSession(api);
  const [serial, id] = [newKey(), newKey()];
  const postNotification = async () => {
    const changes = { "pos-txn-1": newKey(), "SN-0001": serial, "trm-1": id };
    expectData(await bank.post(signNotification(bank, "lenco", readSample("lenco", "pos", changes))));
  };
  await pair(terminalOf(session, 2), id, "2026-11-19T00:00:00Z");
  await postNotification();
  expect(await countPayments(api, session), "the serial number is not paired").toEqual([0, 1]);
  await pair(terminalOf(session, 1), serial, "2026-11-19T00:00:00Z");
  await postNotification();
  expect(await countPayments(api, session), "the serial number has priority").toEqual([1, 1]);
});

test("the pairing at the time of payment decides: none before it, after it or between two", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
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
  expect(await countPayments(api, session)).toEqual([2, 1]);
  const found = await listExceptions(...strays);
  expect(found.map(({ reason }) => reason)).toEqual(strays.map(() => "unknown_destination"));
});

test("a replaced device's pairing ends when the new one begins", async ({ api, bank }) => {
  const session = await createSession(api);
  const terminal = terminalOf(session);
  const [broken, spare] = [newKey(), newKey()];
  await pair(terminal, broken, DAY_START);
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
  expect(await countPayments(api, session)).toEqual([2, 0]);
  await bank.tap(session, { device: broken, paidAt: clock("10:00") });
  await bank.tap(session, { device: spare, paidAt: clock("09:59") });
  expect(await countPayments(api, session)).toEqual([2, 0]);
});

test("a device paired in an open session is refused elsewhere, and free after that session closes", async ({
  api,
  bank,
}) => {
  const [old, next] = [await createSession(api), await createSession(api)];
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

test("a pairing that ends before it begins does not block its device", async ({ api, bank }) => {
  const [old, next] = [await createSession(api), await createSession(api)];
  const [taken, mistaken] = [newKey(), newKey()];
  await pair(terminalOf(old), taken, "2026-11-20T12:00:00Z");
  await pair(terminalOf(old, 2), mistaken, "2026-11-20T12:00:00Z");
  await takings("terminals", "unpair", "--terminal", terminalOf(old, 2), "--to", "2026-11-20T11:00:00Z");
  expectData(await api.patch(`/v1/sessions/${old.session_id}/close`));
  await pair(terminalOf(next, 1), taken, "2026-11-20T10:00:00Z");
  await pair(terminalOf(next, 2), mistaken, "2026-11-20T10:00:00Z");
  for (const device of [taken, mistaken]) await bank.tap(next, { device, paidAt: clock("11:30") });
  expect(await countPayments(api, next)).toEqual([1, 1]);
});

test("a device cannot be paired with an unknown terminal", async () => {
  await expect(pair("pos_0000000000_001", newKey())).rejects.toMatchObject({
    stdout: expect.stringContaining("There is no such terminal"),
  });
});

test("a device paired within a second gets the payments of that second, and none of the second before", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, "2026-11-20T10:00:19.638Z");
  const early = await bank.tap(session, { device, paidAt: new Date("2026-11-20T10:00:18.000Z") });
  await bank.tap(session, { device, paidAt: new Date("2026-11-20T10:00:19.000Z") });
  expect(await countPayments(api, session)).toEqual([1, 0]);
  expect(await listExceptions(early.paymentKey)).toMatchObject([{ reason: "unknown_destination" }]);
});

test("a device moved within a second gets the payments of that second at the new terminal", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const device = newKey();
  await pair(terminalOf(session), device, DAY_START);
  const moment = "2026-11-20T10:00:19.638Z";
  await takings("terminals", "unpair", "--terminal", terminalOf(session), "--to", moment);
  await pair(terminalOf(session, 2), device, moment);
  for (const second of ["18", "19", "20"])
    await bank.tap(session, { device, paidAt: new Date(`2026-11-20T10:00:${second}.000Z`) });
  expect(await countPayments(api, session)).toEqual([1, 2]);
});

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (thrown) => JSON.parse(String(thrown.stdout)).error,
  );

test("another organisation's card reader cannot be paired by its serial number, in either order, nor after the close", async ({
  api,
  otherApi,
  bank,
}) => {
  const [own, strangers] = [await createSession(api), await createSession(otherApi)];
  const device = newKey();
  await pair(terminalOf(own), device, DAY_START);
  const refusal = await refusalOf(pair(terminalOf(strangers), device, DAY_START));
  expect(refusal).toMatchObject({ code: "conflict", message: expect.not.stringContaining(terminalOf(own)) });
  await takings("terminals", "unpair", "--terminal", terminalOf(own));
  expect(await refusalOf(pair(terminalOf(strangers), device))).toEqual(refusal);
  expectData(await api.patch(`/v1/sessions/${own.session_id}/close`));
  expect(await refusalOf(pair(terminalOf(strangers), device))).toEqual(refusal);
  // A payment in the second in which the device was unpaired still belongs to its terminal.
  const paidAt = new Date(Date.now() + 60_000);
  const { paymentKey } = await bank.tap(strangers, { device, paidAt });
  expect(await listAll(otherApi, strangers)).toEqual([]);
  expect(await listExceptions(paymentKey)).toMatchObject([{ reason: "unknown_destination" }]);
});

test("of organisations that pair one card reader in parallel one succeeds, and gets every payment on it", async ({
  baseURL,
  bank,
}) => {
  const platforms = await Promise.all([1, 2, 3].map(() => createPlatform()));
  const apis = platforms.map(({ apiKey }) => createApi(baseURL ?? "", apiKey));
  const sessions = await Promise.all(apis.map((api) => createSession(api)));
  const device = newKey();
  const refusals = await Promise.all(
    sessions.map((session) => refusalOf(pair(terminalOf(session), device, DAY_START))),
  );
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  for (const session of sessions) await bank.tap(session, { device });
  const counts = await Promise.all(
    sessions.map(async (session, index) => (await listAll(apis[index] as Api, session)).length),
  );
  expect(counts).toEqual(refusals.map((refusal) => (refusal === undefined ? sessions.length : 0)));
});

test("a sixth device of a terminal is refused, and the error states the limit", async ({ api }) => {
  const terminal = terminalOf(await createSession(api));
  for (let count = 0; count < 5; count++) await pair(terminal, newKey());
  expect(await refusalOf(pair(terminal, newKey()))).toEqual({
    code: "conflict",
    message: "The terminal has 5 devices, the most at a time. Unpair them first.",
  });
});

test("a POS notification signed with another bank's secret does not reach a device of its bank", async ({
  api,
  bank,
  platform,
}) => {
  const session = await createSession(api);
  const device = newKey();
  await takings(
    ...["devices", "add", "--organisation", platform.organisation],
    ...["--provider", "moniepoint", "--serial", device],
  );
  await pair(terminalOf(session), device, DAY_START);
  for (const provider of ["paystack", "nomba", "lenco", "custom"] as const)
    await bank.tap(session, { provider, device });
  // Moniepoint's own body with another bank's header and secret.
  const genuine = bank.compose(bank.credit({ channel: "pos", device }), "moniepoint");
  const forged = signNotification(bank, "paystack", String(genuine.body));
  expectData(await bank.post(forged));
  const stolen = { ...genuine.headers, "moniepoint-webhook-signature": "AAAA" };
  expect((await bank.post({ headers: stolen, body: genuine.body })).status).toBe(401);
  expect(await countPayments(api, session)).toEqual([0, 0]);
  await bank.tap(session, { provider: "moniepoint", device });
  expect(await countPayments(api, session)).toEqual([1, 0]);
});

// Guarantee: a platform gets one event for each status that a payment reaches, in immutable and signed bytes (§6).
import { createHmac } from "node:crypto";
import { lencoTransfer, newKey } from "../bank-samples";
import {
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  type Platform,
  type ReceivedRequest,
  takings,
  test,
} from "../fixtures";
import { accountOf, jobSecret, listAll, terminalOf } from "../ledger-queries";

const eventOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString());

interface Secret {
  secret: string;
}

/** Computes the signatures of Standard Webhooks, one for each secret, independently of the product's code. */
function signatures({ headers, body }: ReceivedRequest, secrets: Secret[]): string {
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const sign = ({ secret }: Secret) =>
    createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
      .update(content)
      .digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

const secretsOf = ({ organisation }: Platform) =>
  takings<Secret[]>("secrets", "show", "--organisation", organisation);

test("an event has exactly the body of the specification, signed as Standard Webhooks asks", async ({
  api,
  bank,
  platform,
  receiver,
}) => {
  const session = await createSession(api, { webhook_url: receiver.url });
  await bank.transfer(session, { narration: "Gate A ₦ “quoted”", amount: 1n });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [received] = receiver.received;
  if (!received) throw new Error("The payment has no event");
  const [transaction] = await listAll(api, session);
  const { session_id, bank_ref: _, created_at: __, ...data } = transaction ?? {};
  expect(eventOf(received)).toEqual({ event: "transaction.received", session_id, data });
  expectMembers(eventOf(received), ["event", "session_id", "data"]);
  expect(received).toMatchObject({ method: "POST", url: "/events" });
  expect(received.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(received.body.length),
    "webhook-id": expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
  });
  expect(Math.abs(Number(received.headers["webhook-timestamp"]) * 1000 - Date.now())).toBeLessThan(15_000);
  expect(received.headers["webhook-signature"]).toBe(
    signatures(received, [{ secret: platform.signingSecret }]),
  );
  expect((await secretsOf(platform)).map(({ secret }) => secret)).toEqual([platform.signingSecret]);
});

test("one event is sent for every status on either channel, and for nothing else", async ({
  api,
  bank,
  anyone,
  receiver,
}) => {
  const session = await createSession(api, { webhook_url: receiver.url });
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  await bank.tap(session);
  await bank.tap(session, { status: "failed" });
  for (const status of ["pending", "pending", "successful", "pending", "failed"]) {
    expectData(await bank.post(lencoTransfer(bank, { ...payment, status })));
  }
  expectData(await bank.post(lencoTransfer(bank, payment, "2026-11-20T10:00:00.000Z")));
  await expect.poll(() => receiver.received.length).toBe(4);
  const authorization = `Bearer ${jobSecret()}`;
  await anyone({ method: "POST", path: "/api/jobs/deliver-webhooks", headers: { authorization } });
  const receivedEvents = receiver.received.map((one) => {
    const { channel, status } = eventOf(one).data;
    return `${channel} ${status}`;
  });
  expect(receivedEvents.sort()).toEqual([
    "bank_transfer pending",
    "bank_transfer successful",
    "pos failed",
    "pos successful",
  ]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
  const transfers = receiver.received.map(eventOf).filter(({ data }) => data.channel === "bank_transfer");
  expect(new Set(transfers.map(({ data }) => data.id)).size, "one transaction, two events").toBe(1);
});

test("a session without a webhook_url sends nothing, also beside one that has", async ({
  api,
  bank,
  receiver,
}) => {
  const [silent, notifying] = [
    await createSession(api),
    await createSession(api, { webhook_url: receiver.url }),
  ];
  await bank.transfer(silent);
  await bank.tap(silent);
  await bank.transfer(notifying);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received.map(eventOf)).toMatchObject([{ session_id: notifying.session_id }]);
});

test("a healthy receiver gets the event within a second of the bank's 200", async ({
  api,
  bank,
  receiver,
}) => {
  const heard = new Map<string, number>();
  receiver.answerWith((response, one) => {
    heard.set(eventOf(one).data.narration, performance.now());
    response.end();
  });
  const session = await createSession(api, { webhook_url: receiver.url });
  const delays: number[] = [];
  for (let payment = 1; payment <= 5; payment++) {
    const narration = `payment ${payment}`;
    await bank.transfer(session, { narration });
    const acknowledged = performance.now();
    await expect.poll(() => heard.get(narration)).toBeDefined();
    delays.push((heard.get(narration) ?? Number.NaN) - acknowledged);
  }
  test.info().annotations.push({
    type: "ms from the bank's 200 to the event",
    description: delays.map(Math.round).join(", "),
  });
  for (const delay of delays) expect(delay).toBeLessThan(1_000);
});

test("a slow receiver delays neither the bank nor another receiver", async ({ api, bank, receiver }) => {
  const slow = await createSession(api, { webhook_url: receiver.url.replace("/events", "/slow") });
  const healthy = await createSession(api, { webhook_url: receiver.url });
  receiver.answerWith((response, { url }) => {
    if (url === "/events") response.end();
  });
  const began = performance.now();
  for (let payment = 0; payment < 5; payment++) await bank.transfer(slow);
  await bank.transfer(healthy);
  await expect.poll(() => receiver.received.filter(({ url }) => url === "/events").length).toBe(1);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a failed attempt is repeated with the same id and the same bytes, and a new signature", async ({
  api,
  bank,
  platform,
  receiver,
}) => {
  receiver.answerWith((response, _, number) => response.writeHead(number === 1 ? 500 : 200).end());
  const session = await createSession(api, { webhook_url: receiver.url });
  await bank.tap(session, { device: terminalOf(session, 2) });
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  const [first, second] = receiver.received;
  if (!first || !second) throw new Error("There were not two attempts");
  expect(second.body.equals(first.body)).toBe(true);
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  const waited = Number(second.headers["webhook-timestamp"]) - Number(first.headers["webhook-timestamp"]);
  expect(waited).toBeGreaterThanOrEqual(3);
  for (const one of [first, second]) {
    expect(one.headers["webhook-signature"]).toBe(signatures(one, [{ secret: platform.signingSecret }]));
  }
});

test("a redirect is a failed attempt and is not followed", async ({ api, bank, receiver }) => {
  receiver.answerWith((response, _, number) =>
    response.writeHead(number === 1 ? 307 : 200, { location: "/elsewhere" }).end(),
  );
  const session = await createSession(api, { webhook_url: receiver.url });
  await bank.transfer(session);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  expect(receiver.received.map(({ url }) => url)).toEqual(["/events", "/events"]);
});

test("during the rotation of a signing secret an event has both signatures, the new one first", async ({
  bank,
  baseURL,
  receiver,
}) => {
  const platform = await createPlatform();
  const session = await createSession(createApi(baseURL ?? "", platform.apiKey), {
    webhook_url: receiver.url,
  });
  await takings("secrets", "rotate", "--organisation", platform.organisation);
  const secrets = await secretsOf(platform);
  expect(secrets).toHaveLength(2);
  expect(secrets[1]?.secret).toBe(platform.signingSecret);
  await bank.transfer(session);
  await expect.poll(() => receiver.received.length).toBe(1);
  const [received] = receiver.received;
  if (!received) throw new Error("The rotation returned no secret");
  expect(received.headers["webhook-signature"]).toBe(signatures(received, secrets));
});

test("the job route reports its work to a caller with the secret, and answers 401 to others", async ({
  anyone,
  api,
}) => {
  const call = (authorization?: string) =>
    anyone({
      method: "POST",
      path: "/api/jobs/deliver-webhooks",
      ...(authorization !== undefined && { headers: { authorization } }),
    });
  const report = expectData<Record<string, number>>(await call(`Bearer ${jobSecret()}`));
  expectMembers(report, ["attempted", "delivered", "failed", "remaining"]);
  for (const figure of Object.values(report)) expect(Number.isInteger(figure)).toBe(true);
  const wrong = ["", "Bearer", "Bearer ", `Bearer ${jobSecret()}x`, `Basic ${jobSecret()}`, jobSecret()];
  for (const authorization of [undefined, ...wrong]) {
    const answer = await call(authorization);
    expectProblem(answer, { status: 401 });
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer\b/);
  }
  const keyed = await api.send({ method: "POST", path: "/api/jobs/deliver-webhooks" });
  expectProblem(keyed, { status: 401 });
});

// Guarantee: the programs of the guide accept every event of the service, also while the secret is rotated, and nothing else.
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import {
  type Bank,
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  type Platform,
  type SessionData,
  send,
  takings,
  test,
} from "../fixtures";
import { isInstalled, LANGUAGES, startProgram } from "./guide-receivers";

/** Pays into a session and returns the line that a receiver prints for the payment. */
async function pay(bank: Bank, session: SessionData, platform: Platform, baseURL: string): Promise<string> {
  await bank.transfer(session);
  const list = await createApi(baseURL, platform.apiKey).get(
    `/v1/transactions?session_id=${session.session_id}&limit=1`,
  );
  const [payment] = expectData<{ id: string; status: string; amount: string }[]>(list);
  return `transaction.received ${payment?.id} ${payment?.status} ${payment?.amount}`;
}

const currentSecret = async ({ organisation }: Platform): Promise<string> => {
  const secrets = await takings<{ secret: string }[]>("secrets", "show", "--organisation", organisation);
  return secrets[0]?.secret ?? "";
};

for (const language of LANGUAGES) {
  test(`the guide's program in ${language.name} accepts events, also during a rotation, and refuses all others`, async ({
    bank,
    baseURL,
    isNext,
  }) => {
    test.skip(isNext, "events do not depend on how the API is served");
    test.skip(!isInstalled(language), `${language.version[0]} is not on this machine`);
    test.setTimeout(120_000);
    const platform = await createPlatform();
    const api = createApi(baseURL ?? "", platform.apiKey);
    const first = await startProgram(language, platform.signingSecret);
    const session = await createSession(api, { webhook_url: first.url });
    const lines = [await pay(bank, session, platform, baseURL ?? "")];
    await expect.poll(first.accepted, { timeout: 20_000 }).toEqual(lines);

    await takings("secrets", "rotate", "--organisation", platform.organisation);
    lines.push(await pay(bank, session, platform, baseURL ?? ""));
    await expect.poll(first.accepted, { timeout: 20_000 }).toEqual(lines);

    const newSecret = await currentSecret(platform);
    expect(newSecret).not.toBe(platform.signingSecret);
    const second = await startProgram(language, newSecret);
    const other = await createSession(api, { webhook_url: second.url });
    const line = await pay(bank, other, platform, baseURL ?? "");
    await expect.poll(second.accepted, { timeout: 20_000 }).toEqual([line]);

    await expectForgeriesRefused(second.url, newSecret);
    expect(second.accepted()).toEqual([line, FORGED_LINE]);
    await Promise.all([first.stop(), second.stop()]);
  });
}

const FORGED =
  '{"event":"transaction.received","session_id":"ses_x","data":{"id":"txn_x","amount":"1.00","status":"successful"}}';
const FORGED_LINE = "transaction.received txn_x successful 1.00";

/** Signs a body as Standard Webhooks says, with each secret. */
function signEvent(id: string, body: string, secrets: string[], at: Date) {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  };
  const signatures = secrets.map(sign).join(" ");
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures };
}

/** Sends requests that the service did not sign, and one that is signed correctly to show that the others are not malformed. */
async function expectForgeriesRefused(url: string, secret: string): Promise<void> {
  const other = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const now = new Date();
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const { "webhook-signature": _, ...unsigned } = signEvent("evt_x", FORGED, [secret], now);
  const post = async (headers: object, raw = FORGED) =>
    (await send(url, { method: "POST", path: "/hook", raw, headers: { ...headers } })).status;
  const valid = signEvent("evt_x", FORGED, [other, secret], now);
  expect(await post(valid), "signed").toBe(204);
  expect(await post(valid, FORGED.replace("1.00", "9.00")), "another body").toBe(400);
  expect(await post({ ...valid, "webhook-id": "evt_y" }), "another id").toBe(400);
  expect(await post(signEvent("evt_x", FORGED, [other], now)), "another secret").toBe(400);
  expect(await post(signEvent("evt_x", FORGED, [secret], minutesAgo(6))), "old").toBe(400);
  expect(await post(signEvent("evt_x", FORGED, [secret], minutesAgo(-6))), "of the future").toBe(400);
  expect(await post({ ...valid, "webhook-timestamp": "soon" }), "no timestamp").toBe(400);
  expect(await post({ ...unsigned, "webhook-signature": "v1," }), "an empty signature").toBe(400);
  expect(await post(unsigned), "unsigned").toBe(400);
  expect(await post({}), "no header").toBe(400);
}

test("the library standardwebhooks verifies every event with either secret during a rotation", async ({
  bank,
  baseURL,
  receiver,
}) => {
  const platform = await createPlatform();
  const session = await createSession(createApi(baseURL ?? "", platform.apiKey), {
    webhook_url: receiver.url,
  });
  await bank.transfer(session);
  await bank.tap(session, { status: "failed" });
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  await takings("secrets", "rotate", "--organisation", platform.organisation);
  await bank.transfer(session);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
  const verify = (secret: string, index: number) => {
    const { body, headers } = receiver.received[index] ?? { body: "", headers: {} };
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  };
  for (const index of [0, 1, 2])
    expect(verify(platform.signingSecret, index)).toMatchObject({ event: "transaction.received" });
  expect(verify(await currentSecret(platform), 2)).toMatchObject({ session_id: session.session_id });
});

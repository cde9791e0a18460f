/** Guarantee: an event is returned only if the signing secret signed exactly these bytes less than five minutes ago. */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from ".";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const body = JSON.stringify({ event: "transaction.received", session_id: "ses_1", data: { amount: "0.10" } });

function sign({ by = secret, at = new Date() } = {}) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("evt_1", at, body),
  };
}

test("an event is returned with its amounts as strings, from the headers of any server", () => {
  const event = verifyWebhook(secret, { headers: sign(), body });
  if (event.event !== "transaction.received") throw new Error("the event is another one");
  expect(event.data.amount).toBe("0.10");
  const capitalised = Object.fromEntries(Object.entries(sign()).map(([name, v]) => [name.toUpperCase(), v]));
  expect(verifyWebhook(secret, { headers: capitalised, body: Buffer.from(body) })).toEqual(event);
  expect(verifyWebhook(secret, { headers: new Headers(sign()), body })).toEqual(event);
});

test("during rotation one of several signatures is enough", () => {
  const old = sign({ by: newSecret() })["webhook-signature"];
  const headers = { ...sign(), "webhook-signature": `${old} ${sign()["webhook-signature"]}` };
  expect(verifyWebhook(secret, { headers, body })).toMatchObject({ event: "transaction.received" });
});

test.each([
  ["another secret", { headers: sign({ by: newSecret() }), body }],
  ["another body", { headers: sign(), body: body.replace("0.10", "0.11") }],
  ["another id", { headers: { ...sign(), "webhook-id": "evt_2" }, body }],
  ["an old time", { headers: sign({ at: new Date(Date.now() - 301_000) }), body }],
  ["no signature", { headers: { ...sign(), "webhook-signature": undefined }, body }],
])("an event with %s is refused", (_, received) => {
  expect(() => verifyWebhook(secret, received)).toThrow(WebhookVerificationError);
});

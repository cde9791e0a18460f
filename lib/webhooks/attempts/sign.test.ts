import { expect, test } from "vitest";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { signEvent } from "./sign";

const VECTOR = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  body: '{"test": 2432232314}',
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  at: new Date(1_614_265_330_000),
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("an event's signature matches the Standard Webhooks reference vector", () => {
  expect(signEvent(VECTOR.id, VECTOR.body, [VECTOR.secret], VECTOR.at)).toEqual({
    "webhook-id": VECTOR.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": VECTOR.signature,
  });
});

test("two secrets in force give two signatures in order, separated by a space", () => {
  const newer = newSigningSecret();
  const alone = signEvent(VECTOR.id, VECTOR.body, [newer], VECTOR.at)["webhook-signature"];
  const both = signEvent(VECTOR.id, VECTOR.body, [newer, VECTOR.secret], VECTOR.at)["webhook-signature"];
  expect(both).toBe(`${alone} ${VECTOR.signature}`);
});

test("the timestamp is in whole seconds, truncated", () => {
  const headers = signEvent(VECTOR.id, VECTOR.body, [VECTOR.secret], new Date(1_614_265_330_999));
  expect(headers["webhook-signature"]).toBe(VECTOR.signature);
});

test("a new signing secret has 32 random bytes", () => {
  const [one, two] = [newSigningSecret(), newSigningSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(one.slice(6), "base64")).toHaveLength(32);
  expect(one).not.toBe(two);
});

/** Guarantee: what the request log stores contains no secret, account number, personal data or unknown text. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { MASK, maskBody, maskPath, maskText } from "./mask";

const body = (value: unknown) => JSON.parse(maskBody(JSON.stringify(value)));
const path = (text: string) => maskPath(`http://localhost${text}`);

test("a session shows what identifies no person", () => {
  const session = {
    external_event_id: "evt-2026-12",
    name: "Afrobeats Night",
    currency: "NGN",
    starts_at: "2026-12-12T18:00:00+01:00",
    collection: { account: true, pos: true, pos_count: 2 },
    webhook_url: "https://user:pass@hooks.example/T0/secret?token=abc",
    metadata: { anything: "at all" },
  };
  expect(body(session)).toEqual({
    ...session,
    webhook_url: `https://hooks.example/${MASK}`,
    metadata: MASK,
  });
});

test("a transaction shows no payer, and of the account the last four digits", () => {
  const id = newId("transaction");
  const row = {
    id,
    amount: "900719925474099.12",
    sender_account: "0123456789",
    paid_at: "2026-11-20T09:15:30.000Z",
  };
  const hidden = {
    sender_name: "Ngozi Obi",
    narration: "for Ngozi",
    bank_ref: "000013261120101530123456789012",
  };
  expect(body({ success: true, data: [{ ...row, ...hidden }] })).toEqual({
    success: true,
    data: [{ ...row, sender_account: "•• 6789", sender_name: MASK, narration: MASK, bank_ref: MASK }],
  });
});

test("an operator's name, telephone and e-mail are masked, a role is not", () => {
  const operator = { name: "Ada Obi", email: "ada@example.com", phone: "+2348030000000", role: "supervisor" };
  expect(body(operator)).toEqual({ name: MASK, email: MASK, phone: MASK, role: "supervisor" });
});

test("unknown members, their names and numbers are masked", () => {
  const masked = body({
    tk_live_abcdefgh: 1,
    "0123456789": "x",
    pin: 1234,
    note: "hello",
    pos_count: 123456789,
    deep: { bvn: 22222222222 },
  });
  expect(masked).toEqual({ [MASK]: MASK, pin: MASK, note: MASK, pos_count: MASK, deep: { bvn: MASK } });
});

test.each([
  ["Table for tk_test_abc123", `Table for ${MASK}`],
  ["call 0803 000 0000 now", "call •• 0000 now"],
  ["4111-1111-1111-1111", "•• 1111"],
  ["mail ada@example.com", `mail ${MASK}`],
  [`whsec_${"a".repeat(44)}`, MASK],
  ["a".repeat(40), MASK],
  ["2026-12-12T18:00:00+01:00", "2026-12-12T18:00:00+01:00"],
  ["3fa85f64-5717-4562-b3fc-2c963f66afa6", "3fa85f64-5717-4562-b3fc-2c963f66afa6"],
  ["a\0b\ud800", "ab\ufffd"],
])("maskText(%j)", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each(["a", "1", "-", ".", "tk_", "1 ", "@", "a@"])(
  "a text of 64 KB of %j is masked within a second",
  (part) => {
    const text = part.repeat(65_536 / part.length);
    const startedAt = performance.now();
    maskText(text);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  },
);

test.each([
  ["objects", '{"data":', "}"],
  ["arrays", "[", "]"],
])("a body of 60 KB of nested %s is masked beyond the 20th", (_, open, close) => {
  const depth = Math.floor(60_000 / (open.length + close.length));
  const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
  expect(maskBody(nested)).toBe(`${open.repeat(20)}"${MASK}"${close.repeat(20)}`);
});

test("arrays and bodies are cut, and what is not JSON is not shown", () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({ status: `s${index}` }));
  expect(body(rows)).toEqual([...rows.slice(0, 5), "… 4 more"]);
  const long = maskBody(JSON.stringify({ title: "word ".repeat(5_000) }));
  expect(long).toHaveLength(8_193);
  expect(maskBody("{broken sk_live_1")).toBe(`${MASK} 17 characters that are not JSON`);
});

test("paths show ids and known parameters, and nothing else that a caller wrote", () => {
  const id = newId("session");
  expect(path(`/v1/transactions?session_id=${id}&limit=50`)).toBe(
    `/v1/transactions?session_id=${id}&limit=50`,
  );
  expect(path(`/v1/sessions/${id}/terminals/pos_3f9a1c2b_006/activity`)).toBe(
    `/v1/sessions/${id}/terminals/pos_3f9a1c2b_006/activity`,
  );
  expect(path("/v1/accounts/0123456789")).toBe(`/v1/accounts/${MASK}`);
  expect(path("/v1/accounts/%30123456789")).toBe(`/v1/accounts/${MASK}`);
  expect(path("/v1/sessions/ses_mistyped1/Ada/hook-5f2a")).toBe(`/v1/sessions/ses_mistyped1/${MASK}/${MASK}`);
  expect(path("/v1/expected-payments/exp_mistyped1")).toBe("/v1/expected-payments/exp_mistyped1");
  expect(path("/v1/sessions/ses_0123456789")).toBe(`/v1/sessions/${MASK}`);
  expect(path("/v1/tk_live_abc/ada%40example.com")).toBe(`/v1/${MASK}/${MASK}`);
  expect(path("/v1/transactions?key=tk_live_abc&session_id=tk_live_abc&0123456789=1")).toBe(
    `/v1/transactions?key=${MASK}&session_id=${MASK}&${MASK}=${MASK}`,
  );
  expect(path(`/v1/${"a-".repeat(300)}`).length).toBeLessThanOrEqual(401);
});

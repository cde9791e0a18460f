// Guarantee: the bank webhook accepts a notification only by its signature, and otherwise reveals and stores nothing (§5).
import { createHash, createHmac, randomBytes } from "node:crypto";
import { newKey, readSample, signNotification } from "../bank-samples";
import {
  type Bank,
  createSession,
  expect,
  expectData,
  expectProblem,
  type SignedNotification,
  test,
} from "../fixtures";
import { accountOf, countRowsContaining, listAll, listExceptions } from "../ledger-queries";
import { SAMPLES } from "../samples";

type Named = Parameters<typeof signNotification>[1];

/** The first sample of each bank. */
const BANKS = SAMPLES.filter(
  ({ provider }, index) => SAMPLES.findIndex((one) => one.provider === provider) === index,
);

/** The name of the header that has the signature: the last one. */
const signatureHeaderOf = ({ headers }: SignedNotification) => Object.keys(headers).at(-1) ?? "";

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));

/** Returns the notification with this signature, or without one. */
function withSignature(
  { headers, body }: SignedNotification,
  header: string,
  signature?: string,
): SignedNotification {
  const { [header]: _, ...others } = headers;
  return { headers: signature === undefined ? others : { ...others, [header]: signature }, body };
}

type InvalidSignature = (
  notification: SignedNotification,
  header: string,
  bank: Bank,
  provider: Named,
) => SignedNotification;

const INVALID_SIGNATURES: [string, InvalidSignature][] = [
  [
    "one flipped bit in the payment's key",
    ({ headers, body }) => ({
      headers,
      body: body.replace(/doc-\w/, (text) => `doc-${text.endsWith("0") ? "1" : "0"}`),
    }),
  ],
  [
    "the other letter case",
    (notification, header) =>
      withSignature(notification, header, swapCase(notification.headers[header] ?? "")),
  ],
  ["no signature header", (notification, header) => withSignature(notification, header)],
  ["an empty signature", (notification, header) => withSignature(notification, header, "")],
  [
    "half the signature",
    (notification, header) => withSignature(notification, header, notification.headers[header]?.slice(0, 40)),
  ],
  [
    "another algorithm",
    (notification, header, bank, provider) => {
      const encoding = /^[0-9a-f]+$/.test(notification.headers[header] ?? "") ? "hex" : "base64";
      const algorithm = encoding === "hex" ? "sha256" : "sha512";
      const other = createHmac(algorithm, bank.secretOf(provider)).update(notification.body).digest(encoding);
      return withSignature(notification, header, other);
    },
  ],
  [
    "another secret",
    (notification, _header, bank, provider) =>
      signNotification(
        { ...bank, secretOf: () => `${bank.secretOf(provider)}.` },
        provider,
        notification.body,
      ),
  ],
];

for (const { provider, name, key: documentedKey } of BANKS) {
  test(`a notification of ${provider} gets the same refusal for every signature error and stores nothing`, async ({
    bank,
  }) => {
    const paymentKey = newKey();
    const tag = paymentKey.slice(5);
    const notification = signNotification(
      bank,
      provider,
      readSample(provider, name, { [documentedKey]: paymentKey }),
    );
    const header = signatureHeaderOf(notification);
    const answers: string[] = [];
    for (const [what, spoil] of INVALID_SIGNATURES) {
      await test.step(what, async () => {
        const invalid = spoil(notification, header, bank, provider);
        expect([invalid.body, invalid.headers]).not.toEqual([notification.body, notification.headers]);
        const { request_id: _, ...problem } = expectProblem(await bank.post(invalid), { status: 401 });
        answers.push(JSON.stringify(problem));
      });
    }
    expect(new Set(answers).size, "no answer hints at what was wrong").toBe(1);
    expect(answers[0]).not.toMatch(new RegExp(`${provider}|${header}|hmac|sha`, "i"));
    expect(await countRowsContaining(tag)).toBe(0);
    expectData(await bank.post(notification));
    expect(
      await countRowsContaining(tag),
      "the same notification with a valid signature is stored",
    ).toBeGreaterThan(0);
  });
}

for (const { provider, name, key: documentedKey } of BANKS) {
  // Nomba signs nine members, not the bytes: a reformatted body with the same members is still valid.
  const isRefused = provider !== "nomba";
  test(`a reformatted body of ${provider} under the old signature is ${isRefused ? "refused" : "accepted"}`, async ({
    bank,
  }) => {
    const paymentKey = newKey();
    const notification = signNotification(
      bank,
      provider,
      readSample(provider, name, { [documentedKey]: paymentKey }),
    );
    const rewritten = JSON.stringify(JSON.parse(notification.body), null, 1);
    expect(rewritten).not.toBe(notification.body);
    const answer = await bank.post({ ...notification, body: rewritten });
    if (isRefused) expectProblem(answer, { status: 401 });
    else expectData(answer);
    expect((await countRowsContaining(paymentKey)) > 0).toBe(!isRefused);
  });
}

test("a change of any of the nine members that Nomba signs is refused", async ({ bank }) => {
  const { headers, body } = signNotification(bank, "nomba", readSample("nomba", "transfer"));
  const changes: [string, string][] = [
    ["payment_success", "payment_failed"],
    ["45f2dc2d", "45f2dc2e"],
    ["b7b10e81", "b7b10e82"],
    ["6756ff80", "6756ff81"],
    ["API-VACT", "API-VACU"],
    ["vact_transfer", "purchase"],
    ["2025-09-29T10:51:44Z", "2025-09-29T10:51:45Z"],
    ['"responseCode":""', '"responseCode":"00"'],
  ];
  for (const [from, to] of changes) {
    expectProblem(await bank.post({ headers, body: body.replace(from, to) }), { status: 401 });
  }
  const later = { ...headers, "nomba-timestamp": "2026-11-20T10:00:01Z" };
  expectProblem(await bank.post({ headers: later, body }), { status: 401 });
});

test("the signatures printed in the banks' documentation are refused", async ({ bank }) => {
  const printed: [string, Record<string, string>][] = [
    [
      readSample("nomba", "transfer"),
      {
        "nomba-signature": "Kt9095hQxfgmVbx6iz7G2tPhHdbdXgLlyY/mf35sptw=",
        "nomba-timestamp": "2025-09-29T10:51:44Z",
      },
    ],
    [
      readSample("monnify", "cash"),
      {
        "monnify-signature":
          "f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c",
      },
    ],
  ];
  for (const [body, headers] of printed) {
    expectProblem(await bank.post({ headers, body }), { status: 401 });
  }
});

test("an API key does not replace a signature, and a signature requires no API key", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const notification = bank.compose(bank.credit({ account: accountOf(session) }));
  const { "nomba-signature": _, ...unsigned } = notification.headers;
  const keyed = await api.send({
    method: "POST",
    path: "/v1/webhooks/bank",
    headers: unsigned,
    raw: notification.body,
  });
  expectProblem(keyed, { status: 401 });
  expect(await listAll(api, session)).toEqual([]);
  expectData(await bank.post(notification));
  expect(await listAll(api, session)).toHaveLength(1);
});

for (const [what, text] of [
  ["that is no JSON", "this is not JSON, %"],
  ["that is an array", '["%"]'],
  [
    "whose amount is not exact",
    '{"event":"charge.success","data":{"reference":"%","amount":10.5,"status":"success"}}',
  ],
  [
    "without a payment's key",
    '{"event":"charge.success","data":{"amount":10,"status":"success","channel":"pos","x":"%"}}',
  ],
] as const) {
  test(`a signed notification ${what} is acknowledged and opens one exception, however often it is repeated`, async ({
    bank,
  }) => {
    const body = text.replace("%", randomBytes(8).toString("hex"));
    const notification = signNotification(bank, "paystack", body);
    for (const _ of ["first", "again"]) expect(expectData(await bank.post(notification))).toEqual({});
    const found = await listExceptions(createHash("sha256").update(body).digest("hex"));
    expect(found).toMatchObject([{ reason: "unreadable", provider: "paystack", resolved_at: null }]);
  });
}

test("an unknown event type of a bank is acknowledged and stored, with no other effect", async ({ bank }) => {
  const tag = newKey();
  const notification = signNotification(
    bank,
    "paystack",
    JSON.stringify({ event: "transfer.success", data: { tag } }),
  );
  for (const _ of ["first", "again"]) expectData(await bank.post(notification));
  expect(await countRowsContaining(tag)).toBe(1);
});

test("a notification may have exactly the maximum body size, and not one byte more", async ({ bank }) => {
  const LIMIT = 16_777_216;
  const full = JSON.stringify({ event: "balance.updated", tag: newKey() }).padEnd(LIMIT);
  expectData(await bank.post(signNotification(bank, "paystack", full)));
  const tag = newKey();
  const over = JSON.stringify({ event: "balance.updated", tag }).padEnd(LIMIT + 1);
  const { headers, body } = signNotification(bank, "paystack", over);
  // A refusal before the end of the body closes the connection, so no other request may share it, and the client can
  // fail to write the rest of the body before it reads the refusal.
  await expect(async () => {
    const refused = await bank.post({ headers: { ...headers, connection: "close" }, body });
    expectProblem(refused, { status: 413 });
  }).toPass();
  expect(await countRowsContaining(tag)).toBe(0);
});

// Guarantee: the bank webhook believes a signature alone, tells a stranger nothing, and keeps nothing of theirs (§5).
import { createHash, createHmac, randomBytes } from "node:crypto";
import { documented, newKey, signed } from "../bank-samples";
import { type Bank, expect, expectData, expectProblem, type Notice, openSession, test } from "../fixtures";
import { accountOf, exceptionsAbout, listAll, rowsHolding } from "../ledger-queries";

type Named = Parameters<typeof signed>[1];

/** A sample of each bank, with the text that its payment's key replaces and the header that signs it. */
const BANKS: [Named, string, string, string][] = [
  ["paystack", "transfer", "020293904002", "x-paystack-signature"],
  ["monnify", "transfer", "MNFY|04|20211117112842|000170", "monnify-signature"],
  ["nomba", "transfer", "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a", "nomba-signature"],
  ["lenco", "transfer", "va-txn-1", "x-lenco-signature"],
  ["moniepoint", "transfer", "TRF|2MPT0073|1838496008", "moniepoint-webhook-signature"],
];

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));

/** The notice with its signature put otherwise; without a new one, with none. */
function resigned({ headers, body }: Notice, header: string, signature?: string): Notice {
  const { [header]: _, ...others } = headers;
  return { headers: signature === undefined ? others : { ...others, [header]: signature }, body };
}

type Spoil = (notice: Notice, header: string, bank: Bank, provider: Named) => Notice;

const SPOILS: [string, Spoil][] = [
  [
    "one flipped bit in the payment's key",
    ({ headers, body }) => ({
      headers,
      body: body.replace(/doc-\w/, (text) => `doc-${text.endsWith("0") ? "1" : "0"}`),
    }),
  ],
  ["the other case", (notice, header) => resigned(notice, header, swapCase(notice.headers[header] ?? ""))],
  ["no signature header", (notice, header) => resigned(notice, header)],
  ["an empty signature", (notice, header) => resigned(notice, header, "")],
  ["half the signature", (notice, header) => resigned(notice, header, notice.headers[header]?.slice(0, 40))],
  [
    "another algorithm",
    (notice, header, bank, provider) => {
      const encoding = /^[0-9a-f]+$/.test(notice.headers[header] ?? "") ? "hex" : "base64";
      const algorithm = encoding === "hex" ? "sha256" : "sha512";
      const other = createHmac(algorithm, bank.secretOf(provider)).update(notice.body).digest(encoding);
      return resigned(notice, header, other);
    },
  ],
  [
    "another secret",
    (notice, _header, bank, provider) =>
      signed({ ...bank, secretOf: () => `${bank.secretOf(provider)}.` }, provider, notice.body),
  ],
];

for (const [provider, name, documentedKey, header] of BANKS) {
  test(`a notice of ${provider} is refused with one answer whatever is wrong with its signature, and leaves no row`, async ({
    bank,
  }) => {
    const paymentKey = newKey();
    const tag = paymentKey.slice(5);
    const notice = signed(bank, provider, documented(provider, name, { [documentedKey]: paymentKey }));
    const answers: string[] = [];
    for (const [what, spoil] of SPOILS) {
      await test.step(what, async () => {
        const spoilt = spoil(notice, header, bank, provider);
        expect([spoilt.body, spoilt.headers]).not.toEqual([notice.body, notice.headers]);
        const { request_id: _, ...problem } = expectProblem(await bank.post(spoilt), { status: 401 });
        answers.push(JSON.stringify(problem));
      });
    }
    expect(new Set(answers).size, "no answer hints at what was wrong").toBe(1);
    expect(answers[0]).not.toMatch(new RegExp(`${provider}|${header}|hmac|sha`, "i"));
    expect(await rowsHolding(tag)).toBe(0);
    expectData(await bank.post(notice));
    expect(await rowsHolding(tag), "the same notice, well signed, is kept").toBeGreaterThan(0);
  });
}

for (const [provider, name, documentedKey] of BANKS) {
  // Nomba signs nine members and not the bytes: a body written anew says, and proves, the same.
  const isRefused = provider !== "nomba";
  test(`a body of ${provider} written anew under the old signature is ${isRefused ? "refused" : "believed"}`, async ({
    bank,
  }) => {
    const paymentKey = newKey();
    const notice = signed(bank, provider, documented(provider, name, { [documentedKey]: paymentKey }));
    const anew = JSON.stringify(JSON.parse(notice.body), null, 1);
    expect(anew).not.toBe(notice.body);
    const answer = await bank.post({ ...notice, body: anew });
    if (isRefused) expectProblem(answer, { status: 401 });
    else expectData(answer);
    expect((await rowsHolding(paymentKey)) > 0).toBe(!isRefused);
  });
}

test("a member that Nomba signs cannot be changed, each of the nine", async ({ bank }) => {
  const { headers, body } = signed(bank, "nomba", documented("nomba", "transfer"));
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

test("the signatures that banks print in their documentation are good for nothing here", async ({ bank }) => {
  const printed: [string, Record<string, string>][] = [
    [
      documented("nomba", "transfer"),
      {
        "nomba-signature": "Kt9095hQxfgmVbx6iz7G2tPhHdbdXgLlyY/mf35sptw=",
        "nomba-timestamp": "2025-09-29T10:51:44Z",
      },
    ],
    [
      documented("monnify", "cash"),
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

test("an API key does not stand in for a signature, and a signature asks for no API key", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const notice = bank.compose(bank.credit({ account: accountOf(session) }));
  const { "nomba-signature": _, ...unsigned } = notice.headers;
  const keyed = await api.send({
    method: "POST",
    path: "/v1/webhooks/bank",
    headers: unsigned,
    raw: notice.body,
  });
  expectProblem(keyed, { status: 401 });
  expect(await listAll(api, session)).toEqual([]);
  expectData(await bank.post(notice));
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
  test(`a signed notice ${what} is acknowledged and waits for a person, once however often it comes`, async ({
    bank,
  }) => {
    const body = text.replace("%", randomBytes(8).toString("hex"));
    const notice = signed(bank, "paystack", body);
    for (const _ of ["first", "again"]) expect(expectData(await bank.post(notice))).toEqual({});
    const found = await exceptionsAbout(createHash("sha256").update(body).digest("hex"));
    expect(found).toMatchObject([{ reason: "unreadable", provider: "paystack", resolved_at: null }]);
  });
}

test("an event that a bank has never told of is acknowledged, kept, and nothing else", async ({ bank }) => {
  const tag = newKey();
  const notice = signed(bank, "paystack", JSON.stringify({ event: "transfer.success", data: { tag } }));
  for (const _ of ["first", "again"]) expectData(await bank.post(notice));
  expect(await rowsHolding(tag)).toBe(1);
});

test("a notice may fill the body limit to the last byte, and not one byte more", async ({ bank }) => {
  const LIMIT = 16_777_216;
  const full = JSON.stringify({ event: "balance.updated", tag: newKey() }).padEnd(LIMIT);
  expectData(await bank.post(signed(bank, "paystack", full)));
  const tag = newKey();
  const over = JSON.stringify({ event: "balance.updated", tag }).padEnd(LIMIT + 1);
  const { headers, body } = signed(bank, "paystack", over);
  // Whoever refuses a body midway closes the connection, which must not be another request's.
  const refused = await bank.post({ headers: { ...headers, connection: "close" }, body });
  expectProblem(refused, { status: 413 });
  expect(await rowsHolding(tag)).toBe(0);
});

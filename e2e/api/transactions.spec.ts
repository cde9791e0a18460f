import {
  AMOUNT,
  type Api,
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  TIMESTAMP,
  TRANSACTION_ID,
  type TransactionData,
  test,
} from "../fixtures";

const TRANSACTION_MEMBERS = [
  "id",
  "session_id",
  "amount",
  "currency",
  "channel",
  "status",
  "sender_name",
  "sender_account",
  "sender_bank",
  "narration",
  "bank_ref",
  "paid_at",
  "created_at",
];
const ABSENT = "ses_00000000000000000000000000";

async function list(api: Api, sessionId: string, query = ""): Promise<TransactionData[]> {
  return expectData<TransactionData[]>(await api.get(`/v1/transactions?session_id=${sessionId}${query}`));
}

test.describe("listing transactions (§4.9)", () => {
  test("answers an empty array before the first payment", async ({ api }) => {
    const { session_id } = await createSession(api);
    expect(await list(api, session_id)).toEqual([]);
  });

  test("answers a transfer with the thirteen fields of a transaction and no other", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.transfer(session, {
      amount: 1_250_050n,
      senderName: "Ngozi Obi",
      senderAccount: "0123456789",
      senderBank: "058",
      narration: "Ticket 12, gate A",
      bankRef: "000013261120101530123456789012",
      paidAt: new Date("2026-11-20T09:15:30.000Z"),
    });
    const [transaction, ...others] = await list(api, session.session_id);
    expect(others).toEqual([]);
    expectMembers(transaction, TRANSACTION_MEMBERS);
    expect(transaction).toMatchObject({
      session_id: session.session_id,
      amount: "12500.50",
      currency: "NGN",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "058",
      narration: "Ticket 12, gate A",
      bank_ref: "000013261120101530123456789012",
      paid_at: "2026-11-20T09:15:30.000Z",
    });
    expect(transaction?.id).toMatch(TRANSACTION_ID);
    expect(transaction?.created_at).toMatch(TIMESTAMP);
  });

  test("answers the channel pos for a payment at a terminal, and no field that names the terminal", async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    await bank.tap(session);
    const [transaction] = await list(api, session.session_id);
    expectMembers(transaction, TRANSACTION_MEMBERS);
    expect(transaction?.channel).toBe("pos");
  });

  test("answers an empty string for a text that the bank did not send", async ({ api, bank }) => {
    const session = await createSession(api);
    const nothing = { senderName: "", senderAccount: "", senderBank: "", narration: "" };
    await bank.transfer(session, nothing);
    const [transaction] = await list(api, session.session_id);
    expectMembers(transaction, TRANSACTION_MEMBERS);
    expect(transaction).toMatchObject({
      sender_name: "",
      sender_account: "",
      sender_bank: "",
      narration: "",
    });
  });

  for (const [kobo, amount] of [
    [1n, "0.01"],
    [99n, "0.99"],
    [100n, "1.00"],
    [29n, "0.29"],
    [100_000_000_001n, "1000000000.01"],
    [999_999_999_999_999n, "9999999999999.99"],
  ] as const) {
    test(`formats ${kobo} kobo as ${amount}`, async ({ api, bank }) => {
      const session = await createSession(api);
      await bank.transfer(session, { amount: kobo, provider: "paystack" });
      const [transaction] = await list(api, session.session_id);
      expect(transaction?.amount).toBe(amount);
      expect(transaction?.amount).toMatch(AMOUNT);
    });
  }

  test("is ordered by time of recording, most recent first, not by time of payment", async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    const days = ["2026-11-18", "2026-11-20", "2026-11-19"];
    for (const day of days) await bank.transfer(session, { paidAt: new Date(`${day}T12:00:00.000Z`) });
    const listed = await list(api, session.session_id);
    expect(listed.map(({ paid_at }) => paid_at.slice(0, 10))).toEqual(days.toReversed());
    const created = listed.map(({ created_at }) => created_at);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  test("always agrees with the order of created_at, even for parallel payments", async ({ api, bank }) => {
    const session = await createSession(api);
    await Promise.all(Array.from({ length: 40 }, () => bank.transfer(session)));
    const created = (await list(api, session.session_id)).map(({ created_at }) => created_at);
    expect(created).toHaveLength(40);
    expect(created).toEqual(created.toSorted().toReversed());
  });

  test("has pages of fifty by default, from the start", async ({ api, bank }) => {
    const session = await createSession(api);
    await Promise.all(Array.from({ length: 55 }, () => bank.transfer(session)));
    const first = await list(api, session.session_id);
    expect(first).toHaveLength(50);
    const rest = await list(api, session.session_id, "&offset=50");
    expect(rest).toHaveLength(5);
    const all = await list(api, session.session_id, "&limit=1000");
    expect([...first, ...rest]).toEqual(all);
  });

  test("has no maximum limit: pages of any size are complete", async ({ api, bank }) => {
    const session = await createSession(api);
    const count = 1_100;
    await Promise.all(Array.from({ length: count }, () => bank.transfer(session, { amount: 100n })));
    const all = await list(api, session.session_id, "&limit=9007199254740991");
    expect(all).toHaveLength(count);
    expect(new Set(all.map(({ id }) => id)).size).toBe(count);
    const created = all.map(({ created_at }) => created_at);
    expect(created).toEqual(created.toSorted().toReversed());
    const pages = [0, 501, 1_002].map((offset) =>
      list(api, session.session_id, `&limit=501&offset=${offset}`),
    );
    expect((await Promise.all(pages)).flat()).toEqual(all);
  });

  for (const [query, length] of [
    ["limit=0", 0],
    ["limit=1", 1],
    ["limit=2&offset=2", 1],
    ["limit=0003", 3],
    ["offset=3", 0],
    ["offset=9007199254740991", 0],
    ["limit=9007199254740991&offset=9007199254740991", 0],
    ["limit=9007199254740991", 3],
    ["page=2&cursor=x&LIMIT=0", 3],
  ] as const) {
    test(`answers ${length} of three with ${query}`, async ({ api, bank }) => {
      const session = await createSession(api);
      for (let count = 0; count < 3; count++) await bank.transfer(session);
      expect(await list(api, session.session_id, `&${query}`)).toHaveLength(length);
    });
  }

  for (const name of ["limit", "offset"]) {
    for (const value of [
      ["", "-1", "+1", "1.0", "1e3", "0x10", "%201", "abc", "null", "NaN", "1,2", "%00", "%F0%9F%92%A9"],
      ["9007199254740992", "9".repeat(400), "٣", "[]=1"],
    ].flat()) {
      test(`refuses ${name}=${value.slice(0, 30)}`, async ({ api }) => {
        const { session_id } = await createSession(api);
        const answer = await api.send({
          method: "GET",
          path: `/v1/transactions?session_id=${session_id}&${name}=${encodeURI(decodeURI(value))}`,
        });
        expectProblem(answer, { status: 400, parameters: [name] });
      });
    }
    test(`refuses ${name} given twice`, async ({ api }) => {
      const { session_id } = await createSession(api);
      const answer = await api.get(`/v1/transactions?session_id=${session_id}&${name}=1&${name}=1`);
      expectProblem(answer, { status: 400, parameters: [name] });
    });
  }

  for (const query of ["", "?", "?limit=5", "?session_id=", "?Session_Id=x"]) {
    test(`refuses the query "${query}", which names no session`, async ({ api }) => {
      const answer = await api.get(`/v1/transactions${query}`);
      expectProblem(answer, { status: 400, parameters: ["session_id"] });
    });
  }

  test("refuses session_id given twice", async ({ api }) => {
    const { session_id } = await createSession(api);
    const answer = await api.get(`/v1/transactions?session_id=${session_id}&session_id=${session_id}`);
    expectProblem(answer, { status: 400, parameters: ["session_id"] });
  });

  test("names each invalid parameter", async ({ api }) => {
    const answer = await api.get("/v1/transactions?limit=x&offset=y");
    expectProblem(answer, { status: 400, parameters: ["session_id", "limit", "offset"] });
  });

  for (const id of [ABSENT, "nobody", "txn_00000000000000000000000000", "%00", "%27%20or%201=1--"]) {
    test(`answers 404 for the session ${id}`, async ({ api }) => {
      expectProblem(await api.get(`/v1/transactions?session_id=${id}`), { status: 404 });
    });
  }

  test("answers the transactions of a closed session", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.transfer(session);
    const before = await list(api, session.session_id);
    await api.patch(`/v1/sessions/${session.session_id}/close`);
    expect(await list(api, session.session_id)).toEqual(before);
  });
});

test.describe("getting a transaction (§4.10)", () => {
  test("answers the same as in the list", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.tap(session, { status: "failed" });
    const [listed] = await list(api, session.session_id);
    const got = expectData<TransactionData>(await api.get(`/v1/transactions/${listed?.id}`));
    expect(got).toEqual(listed);
    expect(got.status).toBe("failed");
    expectMembers(got, TRANSACTION_MEMBERS);
  });

  test("answers 404 for an unknown id", async ({ api }) => {
    const answer = await api.get("/v1/transactions/txn_00000000000000000000000000");
    expectProblem(answer, { status: 404 });
  });
});

import {
  type Answer,
  type Api,
  createSession,
  expect,
  expectData,
  expectProblem,
  type OperatorData,
  type TransactionData,
  test,
} from "../fixtures";

/** A response without its request id, for comparison. */
function withoutRequestId({ status, headers, text }: Answer): unknown {
  const { "x-request-id": requestId, date: _, ...others } = headers;
  return { status, headers: others, text: text.replace(String(requestId), "REQUEST") };
}

/** Every resource that an organisation can own and identify, with the paths and requests that identify it. */
interface Owned {
  session: string;
  operator: string;
  terminal: string;
  transaction: string;
}

const UNKNOWN: Owned = {
  session: "ses_00000000000000000000000000",
  operator: "op_00000000000000000000000000",
  terminal: "pos_0000000000_001",
  transaction: "txn_00000000000000000000000000",
};

const REQUESTS: [string, (owned: Owned) => Parameters<Api["send"]>[0]][] = [
  ["get session", ({ session }) => ({ method: "GET", path: `/v1/sessions/${session}` })],
  ["close session", ({ session }) => ({ method: "PATCH", path: `/v1/sessions/${session}/close` })],
  [
    "add operator",
    ({ session }) => ({ method: "POST", path: `/v1/sessions/${session}/operators`, body: { name: "Mole" } }),
  ],
  ["list operators", ({ session }) => ({ method: "GET", path: `/v1/sessions/${session}/operators` })],
  [
    "operator transactions",
    ({ session, operator }) => ({
      method: "GET",
      path: `/v1/sessions/${session}/operators/${operator}/transactions`,
    }),
  ],
  ["list terminals", ({ session }) => ({ method: "GET", path: `/v1/sessions/${session}/terminals` })],
  [
    "terminal activity",
    ({ session, terminal }) => ({
      method: "GET",
      path: `/v1/sessions/${session}/terminals/${terminal}/activity`,
    }),
  ],
  ["list transactions", ({ session }) => ({ method: "GET", path: `/v1/transactions?session_id=${session}` })],
  ["get transaction", ({ transaction }) => ({ method: "GET", path: `/v1/transactions/${transaction}` })],
  ["reconciliation", ({ session }) => ({ method: "GET", path: `/v1/reconciliation/${session}` })],
  ["settlement", ({ session }) => ({ method: "GET", path: `/v1/settlement/${session}` })],
];

test.describe("another organisation's key gets the same response as for an unknown id", () => {
  for (const [name, request] of REQUESTS) {
    test(`from ${name}`, async ({ api, otherApi, bank }) => {
      const { session_id: session, ...rest } = await createSession(api);
      await bank.tap({ session_id: session, ...rest });
      const added = await api.post(`/v1/sessions/${session}/operators`, { name: "Ada" });
      const listed = await api.get(`/v1/transactions?session_id=${session}`);
      const owned = {
        session,
        operator: expectData<OperatorData>(added, 201).id,
        terminal: rest.pos_terminals[0]?.terminal_id ?? "",
        transaction: expectData<TransactionData[]>(listed)[0]?.id ?? "",
      };
      const answer = await otherApi.send(request(owned));
      expectProblem(answer, { status: 404 });
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(await otherApi.send(request(UNKNOWN))));
      const own = await api.send(request(owned));
      expect(own.status, own.text).toBeLessThan(300);
    });
  }

  test("from a foreign operator or terminal under one's own session", async ({ api, otherApi }) => {
    const theirs = await createSession(api);
    const added = await api.post(`/v1/sessions/${theirs.session_id}/operators`, { name: "Ada" });
    const operator = expectData<OperatorData>(added, 201).id;
    const mine = await createSession(otherApi);
    const path = `/v1/sessions/${mine.session_id}`;
    for (const [stolen, unknown] of [
      [`${path}/operators/${operator}/transactions`, `${path}/operators/${UNKNOWN.operator}/transactions`],
      [
        `${path}/terminals/${theirs.pos_terminals[0]?.terminal_id}/activity`,
        `${path}/terminals/${UNKNOWN.terminal}/activity`,
      ],
    ] as const) {
      const answer = await otherApi.get(stolen);
      expectProblem(answer, { status: 404 });
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(await otherApi.get(unknown)));
    }
  });

  test("and changes nothing", async ({ api, otherApi }) => {
    const session = await createSession(api);
    const path = `/v1/sessions/${session.session_id}`;
    await otherApi.patch(`${path}/close`);
    await otherApi.post(`${path}/operators`, { name: "Mole" });
    expect(expectData(await api.get(path))).toEqual(session);
    expect(expectData(await api.get(`${path}/operators`))).toEqual([]);
  });
});

test("two organisations may use the same external_event_id", async ({ api, otherApi }) => {
  const [mine, theirs] = await Promise.all(
    [api, otherApi].map((one) => createSession(one, { external_event_id: "shared" })),
  );
  expect(mine?.session_id).not.toBe(theirs?.session_id);
});

test("only the account's organisation sees a payment to it", async ({ api, otherApi, bank }) => {
  const [mine, theirs] = [await createSession(api), await createSession(otherApi)];
  await bank.transfer(mine, { amount: 4_200n });
  const seen = await api.get(`/v1/transactions?session_id=${mine.session_id}`);
  expect(expectData<TransactionData[]>(seen)).toHaveLength(1);
  expect(expectData(await otherApi.get(`/v1/transactions?session_id=${theirs.session_id}`))).toEqual([]);
});

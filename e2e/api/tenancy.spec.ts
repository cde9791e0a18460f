import {
  type Answer,
  type Api,
  expect,
  expectData,
  expectProblem,
  type OperatorData,
  openSession,
  type TransactionData,
  test,
} from "../fixtures";

/** What tells one answer from another, but for the id of the request. */
function tellingPart({ status, headers, text }: Answer): unknown {
  const { "x-request-id": requestId, date: _, ...others } = headers;
  return { status, headers: others, text: text.replace(String(requestId), "REQUEST") };
}

/** Everything that an organisation can own and name, with the paths and requests that name it. */
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

test.describe("another organisation's key gets what an unknown id gets", () => {
  for (const [name, request] of REQUESTS) {
    test(`from ${name}`, async ({ api, rivalApi, bank }) => {
      const { session_id: session, ...rest } = await openSession(api);
      await bank.tap({ session_id: session, ...rest });
      const added = await api.post(`/v1/sessions/${session}/operators`, { name: "Ada" });
      const listed = await api.get(`/v1/transactions?session_id=${session}`);
      const owned = {
        session,
        operator: expectData<OperatorData>(added, 201).id,
        terminal: rest.pos_terminals[0]?.terminal_id ?? "",
        transaction: expectData<TransactionData[]>(listed)[0]?.id ?? "",
      };
      const answer = await rivalApi.send(request(owned));
      expectProblem(answer, { status: 404 });
      expect(tellingPart(answer)).toEqual(tellingPart(await rivalApi.send(request(UNKNOWN))));
      const own = await api.send(request(owned));
      expect(own.status, own.text).toBeLessThan(300);
    });
  }

  test("from an operator or a terminal of theirs under a session of one's own", async ({ api, rivalApi }) => {
    const theirs = await openSession(api);
    const added = await api.post(`/v1/sessions/${theirs.session_id}/operators`, { name: "Ada" });
    const operator = expectData<OperatorData>(added, 201).id;
    const mine = await openSession(rivalApi);
    const path = `/v1/sessions/${mine.session_id}`;
    for (const [stolen, unknown] of [
      [`${path}/operators/${operator}/transactions`, `${path}/operators/${UNKNOWN.operator}/transactions`],
      [
        `${path}/terminals/${theirs.pos_terminals[0]?.terminal_id}/activity`,
        `${path}/terminals/${UNKNOWN.terminal}/activity`,
      ],
    ] as const) {
      const answer = await rivalApi.get(stolen);
      expectProblem(answer, { status: 404 });
      expect(tellingPart(answer)).toEqual(tellingPart(await rivalApi.get(unknown)));
    }
  });

  test("and changes nothing by asking", async ({ api, rivalApi }) => {
    const session = await openSession(api);
    const path = `/v1/sessions/${session.session_id}`;
    await rivalApi.patch(`${path}/close`);
    await rivalApi.post(`${path}/operators`, { name: "Mole" });
    expect(expectData(await api.get(path))).toEqual(session);
    expect(expectData(await api.get(`${path}/operators`))).toEqual([]);
  });
});

test("two organisations may use the same external_event_id", async ({ api, rivalApi }) => {
  const [mine, theirs] = await Promise.all(
    [api, rivalApi].map((one) => openSession(one, { external_event_id: "shared" })),
  );
  expect(mine?.session_id).not.toBe(theirs?.session_id);
});

test("a payment to one organisation's account shows to that organisation alone", async ({
  api,
  rivalApi,
  bank,
}) => {
  const [mine, theirs] = [await openSession(api), await openSession(rivalApi)];
  await bank.transfer(mine, { amount: 4_200n });
  const seen = await api.get(`/v1/transactions?session_id=${mine.session_id}`);
  expect(expectData<TransactionData[]>(seen)).toHaveLength(1);
  expect(expectData(await rivalApi.get(`/v1/transactions?session_id=${theirs.session_id}`))).toEqual([]);
});

import {
  AMOUNT,
  type Api,
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  type SessionData,
  TERMINAL_ID,
  type TerminalData,
  TIMESTAMP,
  type TransactionData,
  test,
} from "../fixtures";

const TERMINAL_MEMBERS = ["id", "terminal_id", "label", "status", "assigned_at"];
const ABSENT = "ses_00000000000000000000000000";

interface Activity {
  terminal: TerminalData;
  summary: { transaction_count: number; total_volume: string };
  transactions: TransactionData[];
}

/** The path of the activity of a session's terminal, counted from 1. */
function activityPath({ session_id, pos_terminals }: SessionData, position = 1): string {
  return `/v1/sessions/${session_id}/terminals/${pos_terminals[position - 1]?.terminal_id}/activity`;
}

async function activityOf(api: Api, path: string): Promise<Activity> {
  return expectData<Activity>(await api.get(path));
}

test.describe("listing terminals (§4.7)", () => {
  test("answers an array of complete terminals, in the order of their labels", async ({ api }) => {
    const collection = { account: true, pos: true, pos_count: 12 };
    const session = await createSession(api, { collection });
    const answer = await api.get(`/v1/sessions/${session.session_id}/terminals`);
    const terminals = expectData<TerminalData[]>(answer);
    expect(terminals.map(({ terminal_id, label, status }) => ({ terminal_id, label, status }))).toEqual(
      session.pos_terminals,
    );
    for (const terminal of terminals) {
      expectMembers(terminal, TERMINAL_MEMBERS);
      expect(terminal.id).toMatch(/^trm_[0-9a-z]{26}$/);
      expect(terminal.terminal_id).toMatch(TERMINAL_ID);
      expect(terminal.assigned_at).toBe(session.created_at);
      expect(terminal.assigned_at).toMatch(TIMESTAMP);
    }
    expect(new Set(terminals.map(({ id }) => id)).size).toBe(12);
  });

  test("answers an empty array for a session without terminals", async ({ api }) => {
    const session = await createSession(api, { collection: { account: true, pos: false } });
    expect(expectData(await api.get(`/v1/sessions/${session.session_id}/terminals`))).toEqual([]);
  });

  test("shows terminals as assigned after the session's close, too", async ({ api }) => {
    const { session_id } = await createSession(api);
    const path = `/v1/sessions/${session_id}/terminals`;
    const before = expectData(await api.get(path));
    await api.patch(`/v1/sessions/${session_id}/close`);
    expect(expectData(await api.get(path))).toEqual(before);
  });

  test("answers 404 for an unknown session", async ({ api }) => {
    expectProblem(await api.get(`/v1/sessions/${ABSENT}/terminals`), { status: 404 });
  });
});

test.describe("a terminal's activity (§4.8)", () => {
  test("is the terminal, an empty summary and no transactions before the first payment", async ({ api }) => {
    const session = await createSession(api);
    const [terminal] = expectData<TerminalData[]>(
      await api.get(`/v1/sessions/${session.session_id}/terminals`),
    );
    const activity = await activityOf(api, activityPath(session));
    expectMembers(activity, ["terminal", "summary", "transactions"]);
    expectMembers(activity.summary, ["transaction_count", "total_volume"]);
    expect(activity).toEqual({
      terminal,
      summary: { transaction_count: 0, total_volume: "0.00" },
      transactions: [],
    });
  });

  test("counts payments of every status, and only successful volume", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.tap(session, { amount: 100_050n });
    await bank.tap(session, { amount: 999_999n, status: "failed" });
    await bank.tap(session, { amount: 5n });
    const { summary } = await activityOf(api, activityPath(session));
    expect(summary).toEqual({ transaction_count: 3, total_volume: "1000.55" });
    expect(summary.total_volume).toMatch(AMOUNT);
  });

  test("lists transactions as the transaction list does, most recent first", async ({ api, bank }) => {
    const session = await createSession(api);
    for (const amount of [100n, 200n, 300n]) await bank.tap(session, { amount });
    const { transactions } = await activityOf(api, activityPath(session));
    expect(transactions.map(({ amount }) => amount)).toEqual(["3.00", "2.00", "1.00"]);
    const listed = await api.get(`/v1/transactions?session_id=${session.session_id}`);
    expect(transactions).toEqual(expectData(listed));
  });

  test("has only that terminal's payments", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.tap(session, { device: session.pos_terminals[1]?.terminal_id });
    await bank.transfer(session);
    expect((await activityOf(api, activityPath(session, 1))).transactions).toEqual([]);
    expect((await activityOf(api, activityPath(session, 2))).summary.transaction_count).toBe(1);
  });

  test("is paginated, while the summary covers all", async ({ api, bank }) => {
    const session = await createSession(api);
    for (const amount of [100n, 200n, 300n, 400n]) await bank.tap(session, { amount });
    const pageOf = async (query: string) => {
      const { summary, transactions } = await activityOf(api, `${activityPath(session)}?${query}`);
      expect(summary).toEqual({ transaction_count: 4, total_volume: "10.00" });
      return transactions.map(({ amount }) => amount);
    };
    expect(await pageOf("limit=2")).toEqual(["4.00", "3.00"]);
    expect(await pageOf("limit=2&offset=1")).toEqual(["3.00", "2.00"]);
    expect(await pageOf("offset=3")).toEqual(["1.00"]);
    expect(await pageOf("offset=4")).toEqual([]);
    expect(await pageOf("limit=0")).toEqual([]);
    expect(await pageOf("limit=9007199254740991&offset=0")).toHaveLength(4);
    expect(await pageOf("offset=9007199254740991")).toEqual([]);
  });

  test("has pages of fifty by default", async ({ api, bank }) => {
    const session = await createSession(api);
    await Promise.all(Array.from({ length: 53 }, () => bank.tap(session, { amount: 100n })));
    const { summary, transactions } = await activityOf(api, activityPath(session));
    expect(summary.transaction_count).toBe(53);
    expect(transactions).toHaveLength(50);
    expect((await activityOf(api, `${activityPath(session)}?offset=50`)).transactions).toHaveLength(3);
  });

  for (const [query, parameter] of [
    ["limit=-1", "limit"],
    ["limit=ten", "limit"],
    ["limit=", "limit"],
    ["offset=1.5", "offset"],
    ["offset=9007199254740992", "offset"],
    ["limit=1&limit=2", "limit"],
  ] as const) {
    test(`is refused with ${query}`, async ({ api }) => {
      const session = await createSession(api);
      const answer = await api.get(`${activityPath(session)}?${query}`);
      expectProblem(answer, { status: 400, parameters: [parameter] });
    });
  }

  test("ignores unknown query parameters", async ({ api }) => {
    const session = await createSession(api);
    await activityOf(api, `${activityPath(session)}?page=3&Limit=x&session_id=1`);
  });

  test("is 404 for a terminal of another session", async ({ api }) => {
    const [session, other] = await Promise.all([createSession(api), createSession(api)]);
    const path = `/v1/sessions/${session.session_id}/terminals`;
    for (const terminal of [
      "pos_0000000000_001",
      other.pos_terminals[0]?.terminal_id,
      session.pos_terminals[0]?.terminal_id.toUpperCase(),
      `${session.pos_terminals[0]?.terminal_id.slice(0, -3)}003`,
    ]) {
      expectProblem(await api.get(`${path}/${terminal}/activity`), { status: 404 });
    }
  });

  test("cannot be read by the internal record id", async ({ api }) => {
    const { session_id } = await createSession(api);
    const [terminal] = expectData<TerminalData[]>(await api.get(`/v1/sessions/${session_id}/terminals`));
    const answer = await api.get(`/v1/sessions/${session_id}/terminals/${terminal?.id}/activity`);
    expectProblem(answer, { status: 404 });
  });
});

import {
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  SESSION_ID,
  type SessionData,
  sessionBody,
  TERMINAL_ID,
  TIMESTAMP,
  test,
} from "../fixtures";

const SESSION_MEMBERS = [
  "session_id",
  "status",
  "external_event_id",
  "name",
  "currency",
  "collection_account",
  "pos_terminals",
  "created_at",
];
const ABSENT = "ses_00000000000000000000000000";

test.describe("creating a session (§4.1)", () => {
  test("answers 201 with the eight fields of a session and no other", async ({ api }) => {
    const before = Date.now();
    const body = sessionBody({ external_event_id: "gate-2026", name: "Gate Night" });
    const session = expectData<SessionData>(await api.post("/v1/sessions", body), 201);
    expectMembers(session, SESSION_MEMBERS);
    expect(session.session_id).toMatch(SESSION_ID);
    expect(session).toMatchObject({
      status: "active",
      external_event_id: "gate-2026",
      name: "Gate Night",
      currency: "NGN",
    });
    expect(session.created_at).toMatch(TIMESTAMP);
    expect(Math.abs(Date.parse(session.created_at) - before)).toBeLessThan(60_000);
  });

  test("provisions a collection account in the service's and the event's name", async ({ api }) => {
    const session = await createSession(api, { name: "Lagos ₦ight 🎟" });
    const account = session.collection_account;
    expectMembers(account, ["account_number", "account_name", "bank_name", "bank_code"]);
    expect(account?.account_number).toMatch(/^\d{10}$/);
    expect(account?.account_name).toMatch(/^.+ \/ Lagos ₦ight 🎟$/);
    expect(account?.bank_name).toMatch(/\S/);
    expect(account?.bank_code).toMatch(/^\d{3}$/);
  });

  test("gives each session its own account", async ({ api }) => {
    const [first, second] = await Promise.all([createSession(api), createSession(api)]);
    expect(first.collection_account?.account_number).not.toBe(second.collection_account?.account_number);
  });

  for (const count of [1, 2, 50]) {
    test(`assigns exactly ${count} terminals, labelled in order, for pos_count ${count}`, async ({ api }) => {
      const collection = { account: false, pos: true, pos_count: count };
      const { pos_terminals: terminals } = await createSession(api, { collection });
      expect(terminals.map(({ label }) => label)).toEqual(
        Array.from({ length: count }, (_, index) => `Terminal ${index + 1}`),
      );
      for (const [index, terminal] of terminals.entries()) {
        expectMembers(terminal, ["terminal_id", "label", "status"]);
        expect(terminal.status).toBe("assigned");
        expect(terminal.terminal_id).toMatch(TERMINAL_ID);
        expect(terminal.terminal_id.slice(-3)).toBe(String(index + 1).padStart(3, "0"));
      }
    });
  }

  test("names every terminal by the same fragment of its session's id", async ({ api }) => {
    const session = await createSession(api);
    const fragments = new Set(session.pos_terminals.map(({ terminal_id }) => terminal_id.split("_")[1]));
    expect(fragments.size).toBe(1);
    expect(session.session_id).toContain([...fragments][0]);
  });

  test("answers null and no terminals if neither was requested", async ({ api }) => {
    const session = await createSession(api, { collection: { account: false, pos: false } });
    expectMembers(session, SESSION_MEMBERS);
    expect(session.collection_account).toBeNull();
    expect(session.pos_terminals).toEqual([]);
  });

  test("assigns no terminals if pos is false, even with a pos_count", async ({ api }) => {
    const session = await createSession(api, { collection: { account: true, pos: false, pos_count: 3 } });
    expect(session.pos_terminals).toEqual([]);
    expect(session.collection_account).not.toBeNull();
  });

  test("accepts every optional member and echoes none of them", async ({ api }) => {
    const session = await createSession(api, {
      currency: "NGN",
      starts_at: "2026-12-12T18:00:00.000Z",
      ends_at: "2026-12-13T02:00:00.000Z",
      webhook_url: "https://platform.example/events?for=us",
      metadata: { tier: "gold", nested: [1, null, { deep: true }] },
    });
    expectMembers(session, SESSION_MEMBERS);
  });

  test("treats null for an optional member as absent", async ({ api }) => {
    const session = await createSession(api, {
      currency: null,
      starts_at: null,
      ends_at: null,
      webhook_url: null,
      metadata: null,
      collection: { account: true, pos: false, pos_count: null },
    });
    expect(session.currency).toBe("NGN");
  });

  test("ignores unknown members", async ({ api }) => {
    const session = await createSession(api, {
      status: "closed",
      session_id: ABSENT,
      collection_account: { account_number: "1" },
      colour: "green",
      collection: { account: true, pos: false, card: true },
    });
    expectMembers(session, SESSION_MEMBERS);
    expect(session.status).toBe("active");
    expect(session.session_id).not.toBe(ABSENT);
    expect(session.collection_account?.account_number).toMatch(/^\d{10}$/);
  });

  test("creates two sessions with the same external_event_id", async ({ api }) => {
    const [first, second] = [
      await createSession(api, { external_event_id: "twice" }),
      await createSession(api, { external_event_id: "twice" }),
    ];
    expect(first.session_id).not.toBe(second.session_id);
    expect([first.external_event_id, second.external_event_id]).toEqual(["twice", "twice"]);
  });

  for (const [what, text] of [
    ["UTC", "2026-12-12T18:00:00Z"],
    ["UTC with milliseconds", "2026-12-12T18:00:00.250Z"],
    ["an offset", "2026-12-12T18:00:00+01:00"],
    ["an offset without a colon", "2026-12-12T18:00:00-0530"],
    ["an offset of hours", "2026-12-12T18:00:00+01"],
    ["no offset", "2026-12-12T18:00:00"],
    ["no seconds", "2026-12-12T18:00"],
    ["microseconds", "2026-12-12T18:00:00.123456Z"],
    ["a leap day", "2028-02-29T00:00:00Z"],
  ]) {
    test(`accepts datetimes with ${what}`, async ({ api }) => {
      await createSession(api, { starts_at: text, ends_at: text });
    });
  }

  test("does not check that an event ends after it starts", async ({ api }) => {
    await createSession(api, { starts_at: "2026-12-12T18:00:00Z", ends_at: "2020-01-01T00:00:00Z" });
  });

  for (const [what, text] of [
    ["emoji and joiners", "👩🏾‍🎤 Fela’s Shrine 🎶"],
    ["right-to-left script", "حفلة موسيقية"],
    ["quotes, backslashes and slashes", `"O'Neil" \\ / <b>&amp;</b> ${"$"}{1}`],
    ["line breaks and tabs", "Gate\n\tA"],
    ["two hundred letters", "Ọ".repeat(200)],
    ["the name of a JavaScript property", "__proto__"],
  ] as const) {
    test(`stores a name and an event id of ${what} unchanged`, async ({ api }) => {
      const session = await createSession(api, { name: text, external_event_id: text });
      expect(session.name).toBe(text);
      expect(session.external_event_id).toBe(text);
      expect(session.collection_account?.account_name.endsWith(` / ${text}`)).toBe(true);
      const got = expectData<SessionData>(await api.get(`/v1/sessions/${session.session_id}`));
      expect(got).toEqual(session);
    });
  }

  test("accepts metadata of two hundred levels, and members of any name", async ({ api }) => {
    const deep = JSON.parse(`${'{"a":'.repeat(199)}1${"}".repeat(199)}`);
    const odd = JSON.parse('{"__proto__":{"admin":true},"constructor":null,"":0,"a/b~c":[]}');
    await createSession(api, { metadata: deep });
    await createSession(api, { metadata: odd });
  });
});

test.describe("getting a session (§4.2)", () => {
  test("answers the same as its creation", async ({ api }) => {
    const session = await createSession(api);
    const got = expectData<SessionData>(await api.get(`/v1/sessions/${session.session_id}`));
    expect(got).toEqual(session);
    expectMembers(got, SESSION_MEMBERS);
  });

  test("answers 404 for an unknown id", async ({ api }) => {
    expectProblem(await api.get(`/v1/sessions/${ABSENT}`), { status: 404 });
  });
});

test.describe("closing a session (§4.3)", () => {
  test("answers 200 with session_id and the status closed, and nothing else", async ({ api }) => {
    const { session_id } = await createSession(api);
    const answer = await api.patch(`/v1/sessions/${session_id}/close`);
    expect(expectData(answer)).toEqual({ session_id, status: "closed" });
  });

  test("answers the same again for a closed session", async ({ api }) => {
    const { session_id } = await createSession(api);
    const first = await api.patch(`/v1/sessions/${session_id}/close`);
    const second = await api.patch(`/v1/sessions/${session_id}/close`);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  test("changes nothing of the session but its status", async ({ api }) => {
    const session = await createSession(api);
    await api.patch(`/v1/sessions/${session.session_id}/close`);
    const got = expectData<SessionData>(await api.get(`/v1/sessions/${session.session_id}`));
    expect(got).toEqual({ ...session, status: "closed" });
  });

  test("needs no body and reads none", async ({ api }) => {
    const { session_id } = await createSession(api);
    const path = `/v1/sessions/${session_id}/close`;
    expectData(await api.send({ method: "PATCH", path, raw: '{"status": "active"', headers: {} }));
    const got = expectData<SessionData>(await api.get(`/v1/sessions/${session_id}`));
    expect(got.status).toBe("closed");
  });

  test("stops later payments into the session, without an error to the bank", async ({ api, bank }) => {
    const session = await createSession(api);
    await api.patch(`/v1/sessions/${session.session_id}/close`);
    await bank.transfer(session);
    await bank.tap(session);
    const answer = await api.get(`/v1/transactions?session_id=${session.session_id}`);
    expect(expectData(answer)).toEqual([]);
  });

  test("answers 404 for an unknown id", async ({ api }) => {
    expectProblem(await api.patch(`/v1/sessions/${ABSENT}/close`), { status: 404 });
  });
});

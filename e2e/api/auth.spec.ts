import {
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  expectProblem,
  mistype,
  type SessionData,
  sessionBody,
  takings,
  test,
} from "../fixtures";

const SESSION = "/v1/sessions/ses_00000000000000000000000000";

/** Every API endpoint that requires a key, with a request that is otherwise valid. */
const ENDPOINTS = [
  { method: "POST", path: "/v1/sessions", body: sessionBody() },
  { method: "GET", path: SESSION },
  { method: "PATCH", path: `${SESSION}/close` },
  { method: "POST", path: `${SESSION}/operators`, body: { name: "Ada" } },
  { method: "GET", path: `${SESSION}/operators` },
  { method: "GET", path: `${SESSION}/operators/op_00000000000000000000000000/transactions` },
  { method: "GET", path: `${SESSION}/terminals` },
  { method: "GET", path: `${SESSION}/terminals/pos_0000000000_001/activity` },
  { method: "GET", path: "/v1/transactions?session_id=ses_00000000000000000000000000" },
  { method: "GET", path: "/v1/transactions/txn_00000000000000000000000000" },
  { method: "GET", path: "/v1/reconciliation/ses_00000000000000000000000000" },
  { method: "GET", path: "/v1/settlement/ses_00000000000000000000000000" },
] as const;

test.describe("a request without a valid key (§5, §7)", () => {
  for (const { method, path, ...rest } of ENDPOINTS) {
    test(`is answered 401 with a challenge on ${method} ${path.split("?")[0]}`, async ({ anyone }) => {
      const answer = await anyone({ method, path, ...rest });
      expect(expectProblem(answer, { status: 401 }).code).toBe("unauthenticated");
      expect(answer.headers["www-authenticate"]).toMatch(/^ApiKey realm="[^"]+", header="x-api-key"$/);
    });
  }

  for (const [what, spoil] of [
    ["an empty key", () => ""],
    ["an unknown key", () => "tk_test_000000000000000000000000000000000000"],
    ["no key at all but a text", () => "let me in"],
    ["a key with its last character changed", mistype],
    ["a key in the other case", (key: string) => key.toUpperCase()],
    ["a test key that says it is live", (key: string) => key.replace("tk_test_", "tk_live_")],
    ["a key cut short", (key: string) => key.slice(0, 20)],
    ["a key with something after it", (key: string) => `${key}0`],
    ["a key as a bearer", (key: string) => `Bearer ${key}`],
    ["a key and an SQL quote", (key: string) => `${key}' or '1'='1`],
    ["ten thousand letters", () => "k".repeat(10_000)],
    ["letters beyond ASCII", () => "tk_test_\u00e9\u00ff"],
  ] as const) {
    test(`is answered 401 with ${what}`, async ({ anyone, platform }) => {
      const headers = { "x-api-key": spoil(platform.apiKey) };
      const answer = await anyone({ method: "GET", path: SESSION, headers });
      expectProblem(answer, { status: 401 });
      expect(answer.headers["www-authenticate"]).toMatch(/^ApiKey /);
      expect(answer.text).not.toContain(platform.apiKey);
    });
  }

  test("is answered 401 if the header is sent twice", async ({ anyone, platform }) => {
    const headers = { "x-api-key": [platform.apiKey, platform.apiKey] };
    expectProblem(await anyone({ method: "GET", path: SESSION, headers }), { status: 401 });
  });

  test("is answered 401 if the key is not in x-api-key", async ({ anyone, platform }) => {
    const { apiKey } = platform;
    for (const [name, value] of [
      ["authorization", `Bearer ${apiKey}`],
      ["authorization", `ApiKey ${apiKey}`],
      ["api-key", apiKey],
      ["cookie", `x-api-key=${apiKey}`],
    ] as const) {
      const headers = { [name]: value };
      expectProblem(await anyone({ method: "GET", path: SESSION, headers }), { status: 401 });
    }
    for (const path of [`${SESSION}?x-api-key=${apiKey}`, `${SESSION}?api_key=${apiKey}`]) {
      expectProblem(await anyone({ method: "GET", path }), { status: 401 });
    }
  });

  test("is answered 401 before any other check", async ({ anyone }) => {
    const json = { "content-type": "application/json" };
    for (const call of [
      { method: "POST", path: "/v1/sessions", raw: "{", headers: json },
      { method: "POST", path: "/v1/sessions", raw: "name=x", headers: { "content-type": "text/plain" } },
      { method: "POST", path: "/v1/sessions" },
      { method: "GET", path: "/v1/transactions?limit=x" },
      { method: "GET", path: "/v1/sessions/unknown" },
    ]) {
      expectProblem(await anyone(call), { status: 401 });
    }
  });

  test("is answered 401 on an unknown path", async ({ anyone }) => {
    for (const path of [
      "/v1/nothing",
      "/v1/sessions/x/nothing",
      "/v1/webhooks/other",
      "/v1/webhooks/bank/x",
    ]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await anyone({ method, path });
        expectProblem(answer, { status: 401 });
        expect(answer.headers["www-authenticate"]).toMatch(/^ApiKey /);
      }
    }
  });

  test("stores nothing", async ({ anyone, api }) => {
    const { session_id } = await createSession(api);
    const path = `/v1/sessions/${session_id}`;
    expectProblem(await anyone({ method: "PATCH", path: `${path}/close` }), { status: 401 });
    const body = { name: "Nobody" };
    expectProblem(await anyone({ method: "POST", path: `${path}/operators`, body }), { status: 401 });
    expect(expectData<SessionData>(await api.get(path)).status).toBe("active");
    expect(expectData(await api.get(`${path}/operators`))).toEqual([]);
  });
});

test.describe("a method that a path does not support", () => {
  test.skip(({ isNext }) => isNext, "plain Next answers these itself, without the product's HTTP server");

  test("is answered 401 without a key", async ({ anyone }) => {
    for (const [method, path] of [
      ["DELETE", "/v1/sessions"],
      ["PUT", SESSION],
      ["POST", "/v1/transactions"],
      ["OPTIONS", "/v1/sessions"],
    ] as const) {
      const answer = await anyone({ method, path });
      expectProblem(answer, { status: 401 });
      expect(answer.headers.allow).toBeUndefined();
    }
  });

  test("is answered 405 without a key on the bank's path only", async ({ anyone }) => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await anyone({ method, path: "/v1/webhooks/bank" });
      expectProblem(answer, { status: 405 });
      expect(answer.headers.allow).toBe("POST");
    }
  });
});

test.describe("the bank's path (§5, rule 2)", () => {
  test("needs no key and accepts a signed notification", async ({ api, bank }) => {
    const session = await createSession(api);
    const credit = bank.credit({ account: session.collection_account?.account_number });
    const answer = await bank.post(bank.compose(credit));
    expect(expectData(answer)).toEqual({});
  });

  test("accepts no key in place of a signature", async ({ api }) => {
    const answer = await api.post("/v1/webhooks/bank", { event: "charge.success" });
    expect(expectProblem(answer, { status: 401 }).code).toBe("invalid_signature");
  });
});

test.describe("a key (§5, rule 3)", () => {
  test("is found in any letter case of the header's name", async ({ anyone, platform }) => {
    const headers = { "X-API-KEY": platform.apiKey };
    expectProblem(await anyone({ method: "GET", path: SESSION, headers }), { status: 404 });
  });

  test("in a query string is refused, with and without a valid key in the header", async ({
    api,
    anyone,
    platform,
  }) => {
    for (const name of ["api_key", "x-api-key", "session_id"]) {
      const path = `/v1/transactions?limit=1&${name}=${platform.apiKey}`;
      const problem = expectProblem(await api.get(path), { status: 400, parameters: [name] });
      expect(problem.detail).toContain("x-api-key");
      expect(JSON.stringify(problem)).not.toContain(platform.apiKey);
      expectProblem(await anyone({ method: "GET", path }), { status: 401 });
    }
    for (const [query, parameter] of [
      [platform.apiKey, "(a secret)"],
      [`${platform.apiKey}=1`, "(a secret)"],
      [`q=Bearer%20${platform.apiKey}`, "q"],
    ] as const) {
      const answer = await api.get(`/v1/transactions?limit=1&${query}`);
      const problem = expectProblem(answer, { status: 400, parameters: [parameter] });
      expect(JSON.stringify([problem, answer.headers])).not.toContain(platform.apiKey);
    }
  });

  test("reads the same sessions as every other key of its organisation", async ({
    api,
    baseURL,
    platform,
  }) => {
    const second = await takings<{ organisation_id: string; api_key: string }>(
      ...["keys", "issue", "--organisation", platform.organisation],
    );
    expect(second.organisation_id).toBe(platform.organisationId);
    expect(second.api_key).toMatch(/^tk_test_/);
    expect(second.api_key).not.toBe(platform.apiKey);
    const session = await createSession(api);
    const answer = await createApi(baseURL ?? "", second.api_key).get(`/v1/sessions/${session.session_id}`);
    expect(expectData(answer)).toEqual(session);
  });

  test("stops working when it is revoked", async ({ baseURL }) => {
    const platform = await createPlatform();
    const api = createApi(baseURL ?? "", platform.apiKey);
    const { session_id } = await createSession(api);
    await takings("keys", "revoke", "--key", platform.keyId);
    expectProblem(await api.get(`/v1/sessions/${session_id}`), { status: 401 });
  });

  test("of mode live cannot be issued while every bank is simulated", async ({ platform }) => {
    const issuing = takings(...["keys", "issue", "--organisation", platform.organisation, "--mode", "live"]);
    await expect(issuing).rejects.toThrow();
  });
});

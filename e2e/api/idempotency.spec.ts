import { randomUUID } from "node:crypto";
import { countRowsOf, lockSession } from "../db-queries";
import {
  type Answer,
  type Api,
  type Call,
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  expectProblem,
  type SessionData,
  sessionBody,
  takings,
  test,
} from "../fixtures";
import { listRoutes } from "../route-list";
import { getRunAddresses } from "../service";

const withKey = (call: Call, key: string): Call => ({
  ...call,
  headers: { ...call.headers, "idempotency-key": key },
});

/** One call of every write of `/v1`, by its route. */
const WRITES: Record<string, (session: SessionData) => Call> = {
  "POST /v1/sessions": () => ({ method: "POST", path: "/v1/sessions", body: sessionBody() }),
  "PATCH /v1/sessions/[session_id]/close": ({ session_id }) => ({
    method: "PATCH",
    path: `/v1/sessions/${session_id}/close`,
  }),
  "POST /v1/sessions/[session_id]/operators": ({ session_id }) => ({
    method: "POST",
    path: `/v1/sessions/${session_id}/operators`,
    body: { name: "Ada Obi", email: "ada@example.com", phone: "+2348030000000" },
  }),
  "POST /v1/expected-payments": ({ session_id }) => ({
    method: "POST",
    path: "/v1/expected-payments",
    body: { session_id, amount: "5000.00", reference: "ORD-4821" },
  }),
};
const writes = listRoutes("v1").filter(({ method, wrapper }) => method !== "GET" && wrapper === "forApiKey");

/** Asserts that an answer repeats the first one, under a request id of its own. */
function expectReplay(answer: Answer, first: Answer): void {
  expect([answer.status, answer.text]).toEqual([first.status, first.text]);
  expect(answer.headers["idempotency-replayed"]).toBe("true");
  expect(answer.headers["content-type"]).toBe(first.headers["content-type"]);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-request-id"]).toMatch(/^req_/);
  expect(answer.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
}

/** Counts what the writes create or record. */
async function countEffects(organisationId: string) {
  const rows = await countRowsOf(organisationId);
  return {
    ...{ sessions: rows.sessions, operators: rows.operators, audited: rows.audit_entries },
    expected: rows.expected_payments,
  };
}

for (const { name } of writes) {
  test(`a repeat of ${name} gets the first answer and has no second effect`, async ({ baseURL }) => {
    const { apiKey, organisationId } = await createPlatform();
    const api = createApi(baseURL ?? "", apiKey);
    const call = WRITES[name]?.(await createSession(api));
    if (!call) throw new Error(`WRITES has no call of ${name}`);
    const first = await api.send(withKey(call, '"one"'));
    expectData(first, call.method === "POST" ? 201 : 200);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    const effects = await countEffects(organisationId);
    for (const key of ['"one"', "one"]) expectReplay(await api.send(withKey(call, key)), first);
    expect(await countEffects(organisationId)).toEqual(effects);
  });

  test(`50 parallel copies of ${name} on two processes have one effect and one answer`, async () => {
    const { server, next } = await getRunAddresses();
    const { apiKey, organisationId } = await createPlatform();
    const apis = [createApi(server, apiKey), createApi(next, apiKey)];
    const session = await createSession(apis[0] as Api);
    const effects = await countEffects(organisationId);
    const call = WRITES[name]?.(session);
    if (!call) throw new Error(`WRITES has no call of ${name}`);
    const key = randomUUID();
    const copies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (apis[index % 2] as Api).send(withKey(call, key))),
    );
    const answered = copies.filter(({ status }) => status < 300);
    for (const refused of copies.filter(({ status }) => status >= 300)) {
      expect(expectProblem(refused, { status: 409 }).code).toBe("idempotency_key_in_use");
      expect(refused.headers["retry-after"]).toBe("1");
    }
    expect(answered.filter(({ headers }) => !headers["idempotency-replayed"])).toHaveLength(1);
    for (const api of apis) answered.push(await api.send(withKey(call, key)));
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    const after = await countEffects(organisationId);
    expect(after).toEqual({
      sessions: (effects.sessions ?? 0) + (name === "POST /v1/sessions" ? 1 : 0),
      operators: name.endsWith("operators") ? 1 : 0,
      audited: (effects.audited ?? 0) + (name.endsWith("expected-payments") ? 0 : 1),
      expected: name.endsWith("expected-payments") ? 1 : 0,
    });
  });
}

test("a create's first answer stays the same after the session is closed", async ({ api }) => {
  const call = withKey({ method: "POST", path: "/v1/sessions", body: sessionBody() }, randomUUID());
  const first = await api.send(call);
  await api.patch(`/v1/sessions/${expectData<SessionData>(first, 201).session_id}/close`);
  expectReplay(await api.send(call), first);
});

test("without the header a repeat is another request", async ({ api }) => {
  const body = sessionBody();
  const ids = [await api.post("/v1/sessions", body), await api.post("/v1/sessions", body)].map(
    (answer) => expectData<SessionData>(answer, 201).session_id,
  );
  expect(new Set(ids).size).toBe(2);
});

test("the same key with another body or query is refused with 422 and has no effect", async ({ baseURL }) => {
  const { apiKey, organisationId } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const body = sessionBody();
  const call = { method: "POST", path: "/v1/sessions", body };
  const key = randomUUID();
  const first = await api.send(withKey(call, key));
  const effects = await countEffects(organisationId);
  for (const other of [
    { ...call, body: { ...body, name: "Another name" } },
    { ...call, path: "/v1/sessions?page=1" },
    {
      ...call,
      body: undefined,
      raw: JSON.stringify(body, null, 2),
      headers: { "content-type": "application/json" },
    },
  ]) {
    const problem = expectProblem(await api.send(withKey(other, key)), { status: 422 });
    expect(problem.code).toBe("idempotency_key_reused");
    expect(problem.detail).toMatch(/new key/);
  }
  expect(await countEffects(organisationId)).toEqual(effects);
  expectReplay(await api.send(withKey(call, key)), first);
});

test("a repeat while the first is executed is answered 409 with Retry-After, then the first answer", async ({
  api,
}) => {
  const session = await createSession(api);
  const call = withKey(
    { method: "POST", path: `/v1/sessions/${session.session_id}/operators`, body: { name: "Ada Obi" } },
    randomUUID(),
  );
  const unlock = await lockSession(session.session_id);
  const first = api.send(call);
  let repeat: Answer | undefined;
  try {
    // The first of the two to arrive is executed and waits for the lock; the other is refused.
    repeat = await Promise.race([first, api.send(call)]);
    expect(expectProblem(repeat, { status: 409 }).code).toBe("idempotency_key_in_use");
    expect(repeat.headers["retry-after"]).toBe("1");
  } finally {
    await unlock();
  }
  await expect.poll(async () => (await api.send(call)).status).toBe(201);
  expect(expectData(await api.get(`/v1/sessions/${session.session_id}/operators`))).toHaveLength(1);
});

for (const [name, value] of [
  ["empty", ""],
  ["empty in quotes", '""'],
  ["longer than 255 characters", `"${"k".repeat(256)}"`],
  ["with a quote that is not closed", '"abc'],
  ["outside ASCII", '"\u00e9"'],
  ["given twice", ['"a"', '"b"']],
] as [string, string | string[]][]) {
  test(`a key that is ${name} is refused with 400 that names the header`, async ({ api }) => {
    const headers = { "idempotency-key": value };
    const answer = await api.send({ method: "POST", path: "/v1/sessions", body: sessionBody(), headers });
    expect(expectProblem(answer, { status: 400, headers: ["Idempotency-Key"] }).code).toBe("invalid_request");
  });
}

test("a refusal of a valid request is repeated word for word; one of its content leaves the key unused", async ({
  api,
}) => {
  const unknown = withKey(
    { method: "PATCH", path: "/v1/sessions/ses_00000000000000000000000000/close" },
    randomUUID(),
  );
  const first = await api.send(unknown);
  expectProblem(first, { status: 404 });
  expectReplay(await api.send(unknown), first);

  const key = randomUUID();
  for (const changes of [{ name: "" }, { webhook_url: "ftp://a.example" }, { starts_at: "tomorrow" }]) {
    const call = { method: "POST", path: "/v1/sessions", body: sessionBody(changes) };
    expect((await api.send(withKey(call, key))).status).toBe(400);
  }
  expectData(
    await api.send(withKey({ method: "POST", path: "/v1/sessions", body: sessionBody() }, key)),
    201,
  );
});

test("a stranger's earlier use of the same key on the same path changes nothing", async ({
  api,
  otherApi,
}) => {
  const call = withKey({ method: "POST", path: "/v1/sessions", body: sessionBody() }, randomUUID());
  const theirs = await otherApi.send(call);
  const ours = await api.send(call);
  expect(ours.headers["idempotency-replayed"]).toBeUndefined();
  const { session_id } = expectData<SessionData>(ours, 201);
  expect(session_id).not.toBe(expectData<SessionData>(theirs, 201).session_id);
  expect(expectData<SessionData>(await api.get(`/v1/sessions/${session_id}`)).session_id).toBe(session_id);
});

test("another API key of the organisation finds the answer; a revoked one, or one that only reads, does not", async ({
  baseURL,
}) => {
  const { apiKey, keyId, organisation } = await createPlatform();
  const issue = async (...options: string[]) => {
    const issued = await takings<{ api_key: string }>(
      "keys",
      "issue",
      "--organisation",
      organisation,
      ...options,
    );
    return createApi(baseURL ?? "", issued.api_key);
  };
  const old = createApi(baseURL ?? "", apiKey);
  const call = withKey({ method: "POST", path: "/v1/sessions", body: sessionBody() }, randomUUID());
  const first = await old.send(call);
  expectReplay(await (await issue()).send(call), first);
  expectProblem(await (await issue("--scope", "read")).send(call), { status: 403 });
  await takings("keys", "revoke", "--key", keyId);
  expectProblem(await old.send(call), { status: 401 });
});

test("reads ignore the header", async ({ api }) => {
  const { session_id } = await createSession(api);
  const headers = { "idempotency-key": '"' };
  const read = await api.send({ method: "GET", path: `/v1/sessions/${session_id}`, headers });
  expectData(read);
  expect(read.headers["idempotency-replayed"]).toBeUndefined();
});

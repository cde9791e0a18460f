import { randomUUID } from "node:crypto";
import { readRequestLog } from "../db-queries";
import {
  type Answer,
  type Api,
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  mistype,
  sessionBody,
  takings,
  test,
} from "../fixtures";

/** Values that must be in no row of the log, whole or in part. */
const SECRETS = {
  key: "tk_live_0123456789abcdefghijABCDEFGHIJ",
  signing: `whsec_${"Zm9vYmFy".repeat(5)}`,
  bank: "sk_live_51HxYzSecretOfTheBank",
  account: "0123987654",
  phone: "+2348031112223",
  email: "amaka.private@example.com",
  person: "Amaka Nwachukwu-Private",
  hook: "hook-token-5f2a",
};
const ALL = Object.values(SECRETS);

/** Sends a request whose every part contains the secrets. */
function callsWithSecrets(
  sessionId: string,
): { method: string; path: string; body?: unknown; raw?: string }[] {
  const texts = ALL.join(" ");
  const person = {
    name: SECRETS.person,
    email: SECRETS.email,
    phone: SECRETS.phone,
    role: `cashier ${SECRETS.account}`,
  };
  const many = Object.fromEntries(ALL.map((value) => [value, value]));
  return [
    { method: "POST", path: `/v1/sessions/${sessionId}/operators`, body: person },
    { method: "POST", path: `/v1/sessions/${sessionId}/operators`, body: { ...person, name: 7, ...many } },
    {
      method: "POST",
      path: "/v1/sessions",
      body: sessionBody({
        name: `Gala ${SECRETS.account} ${SECRETS.bank}`,
        external_event_id: `evt ${SECRETS.email} ${SECRETS.signing}`,
        webhook_url: `http://127.0.0.1:9/${SECRETS.hook}?secret=${SECRETS.key}`,
        metadata: { ...many, deep: [{ texts }] },
      }),
    },
    { method: "POST", path: "/v1/sessions", body: { ...many, name: texts, collection: { account: texts } } },
    { method: "POST", path: "/v1/sessions", raw: `{"name": ${texts}` },
    { method: "GET", path: `/v1/transactions?session_id=${encodeURIComponent(texts)}&limit=5` },
    {
      method: "GET",
      path: `/v1/transactions?session_id=${sessionId}&limit=1&note=${encodeURIComponent(texts)}`,
    },
    { method: "GET", path: `/v1/transactions?api_key=${SECRETS.key}` },
    {
      method: "GET",
      path: `/v1/transactions?${ALL.map((value) => `${encodeURIComponent(value)}=1`).join("&")}`,
    },
    ...ALL.map((value) => ({ method: "GET", path: `/v1/sessions/${encodeURIComponent(value)}` })),
    ...ALL.map((value) => ({ method: "GET", path: `/v1/${encodeURIComponent(value)}/operators` })),
    { method: "PATCH", path: `/v1/sessions/${SECRETS.account}/close`, raw: texts },
    { method: "GET", path: `/v1/sessions/${sessionId}/operators` },
    { method: "HEAD", path: `/v1/transactions?session_id=${sessionId}` },
    { method: "DELETE", path: `/v1/sessions/${SECRETS.person}`.replaceAll(" ", "%20") },
  ];
}

const idOf = ({ headers }: Answer) => String(headers["x-request-id"]);
/** Under plain `next start`, Next itself answers some methods, without a request id. */
const idsOf = (answers: readonly Answer[]) =>
  answers.filter(({ headers }) => headers["x-request-id"]).map(idOf);

/** Waits until all these requests are in the log, and returns its rows as text. */
async function readLogged(organisationId: string, ids: readonly string[]): Promise<string> {
  let text = "";
  await expect
    .poll(async () => {
      text = await readRequestLog(organisationId);
      return ids.filter((id) => !text.includes(id));
    })
    .toEqual([]);
  return text;
}

test("no secret, account number or personal data of any call is in the log, and every call is", async ({
  baseURL,
  bank,
}) => {
  const { apiKey, organisationId } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const session = await createSession(api);
  await bank.transfer(session, {
    senderName: SECRETS.person,
    senderAccount: SECRETS.account,
    narration: ALL.join(" "),
  });
  const list = await api.get(`/v1/transactions?session_id=${session.session_id}`);
  const [payment] = expectData<{ id: string }[]>(list);
  const single = await api.get(`/v1/transactions/${payment?.id}`);
  expect(single.text).toContain(SECRETS.account);
  const answers = [list, single];
  for (const call of callsWithSecrets(session.session_id)) {
    const { raw, ...rest } = call;
    const headers: Record<string, string> = raw === undefined ? {} : { "content-type": "application/json" };
    answers.push(await api.send({ ...rest, headers, ...(raw !== undefined && { raw }) }));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 404, 405]));
  const text = await readLogged(organisationId, idsOf(answers));
  for (const value of [...ALL, apiKey]) {
    expect(text).not.toContain(value);
    expect(text).not.toContain(encodeURIComponent(value));
  }
  expect(text).not.toContain(session.collection_account?.account_number);
  // What a developer needs is there.
  expect(text).toContain(`/v1/sessions/${session.session_id}/operators`);
  expect(text).toContain("is required");
  expect(text).toContain(`•• ${SECRETS.account.slice(-4)}`);
});

test("a refused call is logged with its key, and one without a valid key belongs to nobody", async ({
  baseURL,
}) => {
  const { organisation, organisationId, apiKey } = await createPlatform();
  const issue = async (...options: string[]) =>
    createApi(
      baseURL ?? "",
      (await takings<{ api_key: string }>("keys", "issue", "--organisation", organisation, ...options))
        .api_key,
    );
  const reader = await issue("--scope", "read");
  const elsewhere = await issue("--allow", "203.0.113.0/24");
  const refused: [Api, number][] = [
    [reader, 403],
    [elsewhere, 403],
  ];
  const ids: string[] = [];
  for (const [api, status] of refused) {
    const answer = await api.post("/v1/sessions", sessionBody());
    expect(answer.status).toBe(status);
    ids.push(idOf(answer));
  }
  const unknown = await createApi(baseURL ?? "", mistype(apiKey)).get("/v1/sessions/ses_1");
  expect(unknown.status).toBe(401);
  const text = await readLogged(organisationId, ids);
  expect(text).not.toContain(idOf(unknown));
  expect(text).toContain("insufficient_scope");
  expect(text).toContain("address_not_allowed");
});

test("a bank's notification is in no organisation's log", async ({ baseURL, bank }) => {
  const { organisationId, apiKey } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const session = await createSession(api);
  await bank.transfer(session);
  const last = await api.get(`/v1/sessions/${session.session_id}`);
  const text = await readLogged(organisationId, [idOf(last)]);
  expect(text.split("\n")).toHaveLength(2);
  expect(text).not.toContain("webhooks");
});

test("the command line finds a call by the request id of its error", async ({ baseURL }) => {
  const { organisation, organisationId, apiKey } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const answer = await api.get(`/v1/transactions?limit=${randomUUID().length}`);
  const { request_id: id } = answer.json() as { request_id: string };
  await readLogged(organisationId, [id]);
  const own = ["--organisation", organisation];
  const { rows } = await takings<{ rows: { id: string }[] }>("requests", "list", ...own, "--search", "400");
  expect(rows.map((row) => row.id)).toEqual([id]);
  const shown = await takings<Record<string, unknown>>("requests", "show", ...own, "--request", id);
  expect(shown).toMatchObject({
    id,
    method: "GET",
    path: "/v1/transactions?limit=36",
    status: 400,
    request_body: null,
  });
  expect(JSON.parse(String(shown.response_body))).toMatchObject({ code: "invalid_request", request_id: id });
});

test("a list is logged with its first five elements and the number of the others", async ({
  baseURL,
  bank,
}) => {
  const { organisation, organisationId, apiKey } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const session = await createSession(api);
  for (let payment = 0; payment < 7; payment++) await bank.transfer(session);
  const answer = await api.get(`/v1/transactions?session_id=${session.session_id}`);
  const id = idOf(answer);
  await readLogged(organisationId, [id]);
  const { response_body: body } = await takings<{ response_body: string }>(
    ...["requests", "show", "--organisation", organisation, "--request", id],
  );
  const { data } = JSON.parse(body) as { data: { id: string }[] };
  const ids = expectData<{ id: string }[]>(answer).map((payment) => payment.id);
  expect(data.slice(0, 5).map((payment) => payment.id)).toEqual(ids.slice(0, 5));
  expect(data.slice(5)).toEqual(["… 2 more"]);
});

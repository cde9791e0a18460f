// Guarantee: the service serves its OpenAPI document to anyone, and its responses to the document's examples and to
// generated requests match the document.
import { documentedDetail } from "../../lib/openapi/testing/documented-detail";
import { createValidator } from "../../lib/openapi/testing/validator";
import type { OpenApi } from "../../lib/openapi/types";
import {
  type Answer,
  type Api,
  type Bank,
  type Call,
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  type Problem,
  takings,
  test,
} from "../fixtures";
import {
  type GeneratedRequest,
  generateRequests,
  listOperations,
  parametersOf,
  withSession,
} from "./generated-requests";

/** Requests per run; the release check uses 20,000: `TAKINGS_E2E_REQUESTS=20000 npm run e2e -- e2e/api/openapi.spec.ts`. */
const REQUESTS = Number(process.env.TAKINGS_E2E_REQUESTS ?? 1_500);
const SEED = 20_261_125;
const IN_FLIGHT = 16;

type Send = (call: Call) => Promise<Answer>;

async function readDocument(anyone: Send): Promise<OpenApi> {
  const answer = await anyone({ method: "GET", path: "/openapi.json" });
  return answer.json() as OpenApi;
}

/** Creates one object of each kind. Returns their ids by the name of the parameter. */
async function createObjects(api: Api, bank: Bank): Promise<Record<string, string>> {
  const session = await createSession(api);
  await bank.tap(session);
  const operator = await api.post(`/v1/sessions/${session.session_id}/operators`, { name: "Ada" });
  const list = await api.get(`/v1/transactions?session_id=${session.session_id}`);
  const order = { session_id: session.session_id, amount: "5000.00", reference: "OBJ-1" };
  const expected = await api.post("/v1/expected-payments", order);
  return {
    expected_payment_id: expectData<{ id: string }>(expected, 201).id,
    session_id: session.session_id,
    terminal_id: session.pos_terminals[0]?.terminal_id ?? "",
    operator_id: expectData<{ id: string }>(operator, 201).id,
    transaction_id: expectData<{ id: string }[]>(list)[0]?.id ?? "",
  };
}

/** Returns an answer in the form that the validator reads. */
function toAnswer({ status, headers, text }: Answer) {
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  return { status, type, body: text === "" ? "" : JSON.parse(text) };
}

test("the document is public, contains the service's address, and is answered with 304 if it has not changed", async ({
  anyone,
  baseURL,
}) => {
  const answer = await anyone({ method: "GET", path: "/openapi.json" });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json\b/);
  const document = answer.json() as OpenApi & { servers: { url: string }[] };
  // The default of `AUTH_URL`.
  expect(document.servers[0]?.url).toBe(`http://localhost:${new URL(baseURL ?? "").port}`);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toContain("/v1/sessions");

  const etag = String(answer.headers.etag);
  const again = await anyone({ method: "GET", path: "/openapi.json", headers: { "if-none-match": etag } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
  const other = await anyone({ method: "GET", path: "/openapi.json", headers: { "if-none-match": '"x"' } });
  expect([other.status, other.text]).toEqual([200, answer.text]);
});

test("the example request of every operation succeeds, and its answer matches the document", async ({
  api,
  anyone,
  bank,
}) => {
  const document = await readDocument(anyone);
  const validator = createValidator(document);
  const ids = await createObjects(api, bank);
  const keyed = listOperations(document).filter(({ operation }) => !operation.security);
  // The session is closed last.
  keyed.sort((a, b) => Number(a.path.endsWith("/close")) - Number(b.path.endsWith("/close")));
  for (const { method, path, operation } of keyed) {
    const parameters = parametersOf(document, operation);
    const query = parameters.filter((one) => one.in === "query" && one.required);
    const example = (name: string) =>
      ids[name] ?? String(parameters.find((one) => one.name === name)?.example);
    const target =
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => example(name)) +
      (query.length > 0 ? `?${query.map(({ name }) => `${name}=${example(name)}`).join("&")}` : "");
    const body = withSession(
      operation.requestBody?.content["application/json"]?.example,
      example("session_id"),
    );
    const answer = await api.send({ method, path: target, ...(body !== undefined && { body }) });
    expect(answer.status, `${method} ${target} ${answer.text.slice(0, 300)}`).toBeLessThan(300);
    expect(validator.answer(operation, toAnswer(answer)), operation.operationId).toEqual([]);
  }
  const receive = document.paths["/v1/webhooks/bank"]?.post;
  const acknowledged = await bank.post(bank.compose(bank.credit()));
  expect(acknowledged.status).toBe(200);
  expect(receive && validator.answer(receive, toAnswer(acknowledged))).toEqual([]);
});

test("the error examples equal the service's responses", async ({
  api,
  anyone,
  baseURL,
  bank,
  platform,
  isNext,
}) => {
  const { components } = await readDocument(anyone);
  const { session_id: sessionId } = await createObjects(api, bank);
  const create = { method: "POST", path: "/v1/sessions" };
  const body = { external_event_id: "e", name: "n", collection: { account: false, pos: false } };
  const key = { "idempotency-key": `"${sessionId}"` };
  expectData(await api.send({ ...create, body, headers: key }), 201);
  const issue = ["keys", "issue", "--organisation", platform.organisation, "--scope", "read"] as const;
  const { api_key: readingKey } = await takings<{ api_key: string }>(...issue);
  const reader = createApi(baseURL ?? "", readingKey);
  const { session_id: closed } = await createSession(api);
  expectData(await api.patch(`/v1/sessions/${closed}/close`));
  const order = { session_id: closed, amount: "1.00", reference: "ORD-1" };
  const provoked: Record<string, Answer> = {
    conflict: await api.post("/v1/expected-payments", order),
    invalid_request: await api.post("/v1/sessions", { name: " ", collection: { account: true, pos: true } }),
    unauthenticated: await anyone(create),
    insufficient_scope: await reader.send({ ...create, body }),
    not_found: await api.get("/v1/sessions/ses_01m86m8an8bx56e7cbahqc5ne7"),
    // Behind plain Next the connection may end before the client has written such a body.
    ...(!isNext && { body_too_large: await api.send({ ...create, raw: " ".repeat(2_000_000) }) }),
    unsupported_media_type: await api.send({
      ...create,
      raw: "{}",
      headers: { "content-type": "text/plain" },
    }),
    idempotency_key_reused: await api.send({ ...create, body: { ...body, name: "m" }, headers: key }),
    invalid_signature: await anyone({ method: "POST", path: "/v1/webhooks/bank", raw: "{}" }),
  };
  for (const [code, answer] of Object.entries(provoked)) {
    const { request_id: _, ...expected } = Object(components.examples[code]?.value) as Problem;
    const { request_id: __, ...actual } = answer.json() as Problem;
    expect.soft(actual, code).toEqual(expected);
  }
  // No operation of the document has this answer, so the document has no example of it. Plain Next answers it without a body.
  if (isNext) return;
  const refused = await api.send({ method: "PUT", path: `/v1/sessions/${closed}/operators` });
  expect((refused.json() as Problem).detail).toMatch(documentedDetail("method_not_allowed"));
});

test("responses to generated requests match the document, and none is a 5xx", async ({
  anyone,
  bank,
  baseURL,
  isNext,
}) => {
  test.setTimeout(60_000 + REQUESTS * 60);
  test.skip(isNext, "the requests do not depend on how the API is served");
  const document = await readDocument(anyone);
  const validator = createValidator(document);
  // A new organisation: the requests close its sessions.
  const { apiKey } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const ids = await createObjects(api, bank);
  const faults: string[] = [];
  const answers: Record<string, Record<number, number>> = {};
  const ask = async ({ operation, call, isKeyed }: GeneratedRequest) => {
    const answer = await (isKeyed ? api.send : anyone)(call);
    const counts = answers[operation.operationId] ?? {};
    answers[operation.operationId] = counts;
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    const found = validator.answer(operation, toAnswer(answer));
    if (answer.status >= 500) found.push("a server error");
    if (found.length > 0)
      faults.push(
        `${call.method} ${call.path} ${call.raw?.slice(0, 200)} ${answer.status}: ${found.join("; ")}`,
      );
  };
  const { session_id: openSession } = await createSession(api);
  const requests = generateRequests(document, ids, { seed: SEED, count: REQUESTS, openSession }).values();
  const worker = async () => {
    for (const request of requests) await ask(request);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  test.info().annotations.push({ type: "answers", description: JSON.stringify(answers) });
  expect(faults.slice(0, 10)).toEqual([]);
  for (const { operation } of listOperations(document)) {
    const statuses = Object.keys(answers[operation.operationId] ?? {});
    expect(statuses, operation.operationId).toContain(
      operation.security ? "401" : operation.responses[201] ? "201" : "200",
    );
  }
});

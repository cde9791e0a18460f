import { createSession, expect, expectProblem, type SessionData, sessionBody, test } from "../fixtures";

const SES = "ses_00000000000000000000000000";

/** Every path of §4 with its supported methods. */
const PATHS = [
  ["/v1/sessions", "POST"],
  [`/v1/sessions/${SES}`, "GET, HEAD"],
  [`/v1/sessions/${SES}/close`, "PATCH"],
  [`/v1/sessions/${SES}/operators`, "GET, HEAD, POST"],
  [`/v1/sessions/${SES}/operators/op_00000000000000000000000000/transactions`, "GET, HEAD"],
  [`/v1/sessions/${SES}/terminals`, "GET, HEAD"],
  [`/v1/sessions/${SES}/terminals/pos_0000000000_001/activity`, "GET, HEAD"],
  ["/v1/transactions", "GET, HEAD"],
  ["/v1/transactions/txn_00000000000000000000000000", "GET, HEAD"],
  [`/v1/reconciliation/${SES}`, "GET, HEAD"],
  [`/v1/settlement/${SES}`, "GET, HEAD"],
  ["/v1/webhooks/bank", "POST"],
] as const;

test.describe("a method that a path does not support is answered 405 with Allow", () => {
  test.skip(({ isNext }) => isNext, "plain Next answers these itself, without the product's HTTP server");

  for (const [path, allow] of PATHS) {
    test(`on ${path}: ${allow}`, async ({ api }) => {
      const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
      for (const method of methods.filter((one) => !allow.split(", ").includes(one))) {
        const answer = await api.send({ method, path });
        expect(expectProblem(answer, { status: 405 }).code).toBe("method_not_allowed");
        expect(String(answer.headers.allow).split(", ").sort()).toEqual(allow.split(", "));
      }
    });
  }
});

test.describe("an unknown path is answered 404", () => {
  for (const path of [
    "/v1/nothing",
    "/v1/session",
    "/v1/Sessions",
    "/v1/sessions/x/y",
    `/v1/sessions/${SES}/close/again`,
    "/v1/operators",
    "/v1/terminals",
    "/v1/reconciliation",
    "/v1/settlement",
    "/v1/webhooks",
    "/v1/webhooks/paystack",
    "/v1/v1/sessions",
  ]) {
    test(`as ${path}`, async ({ api }) => {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        expectProblem(await api.send({ method, path }), { status: 404 });
      }
    });
  }
});

test.describe("a path that is not normalised is answered 404", () => {
  test.skip(({ isNext }) => isNext, "plain Next normalises paths itself, without the product's HTTP server");

  for (const path of [
    "/v1",
    "/v1/",
    "/v1/sessions/",
    "/v1//sessions",
    "/v1/./sessions",
    "/v1/x/../sessions",
    "/v1/sessions/%2e%2e/sessions",
    "/v1/%73essions/x/y",
    "/v1/sessions/%ff",
    "/v1/sessions/%",
    "/v1/sessions/%zz",
  ]) {
    test(`as ${path}`, async ({ api }) => {
      expectProblem(await api.send({ method: "POST", path, body: sessionBody() }), { status: 404 });
    });
  }
});

test.describe("a malformed id is answered 404, like an unknown id", () => {
  const ids = [
    "x",
    "0",
    "null",
    "undefined",
    "__proto__",
    "constructor",
    "%20",
    "%00",
    "ses_%00",
    "%F0%9F%8E%9F",
    "%E0%B8%81",
    "..%2F..%2Fetc%2Fpasswd",
    "%2e%2e%2fsessions",
    "a%2Fb",
    "%5c",
    "'%20or%20'1'='1",
    "1;drop%20table%20sessions",
    "%24%7Bjndi:ldap:%2F%2Fx%7D",
    "%25s%25n",
    "-1",
    "9007199254740993",
    SES.toUpperCase(),
    `${SES}%20`,
    `${SES}%0a`,
    `${SES}0`,
    SES.slice(0, -1),
    `${SES.slice(0, -1)}u`,
    `ses_${"0".repeat(10_000)}`,
    "a".repeat(10_000),
  ];
  for (const id of ids) {
    test(`as ${id.slice(0, 40)}`, async ({ api }) => {
      for (const [method, path] of [
        ["GET", `/v1/sessions/${id}`],
        ["PATCH", `/v1/sessions/${id}/close`],
        ["GET", `/v1/sessions/${id}/operators`],
        ["GET", `/v1/sessions/${id}/terminals`],
        ["GET", `/v1/sessions/${SES}/operators/${id}/transactions`],
        ["GET", `/v1/sessions/${SES}/terminals/${id}/activity`],
        ["GET", `/v1/transactions/${id}`],
        ["GET", `/v1/transactions?session_id=${id}`],
        ["GET", `/v1/reconciliation/${id}`],
        ["GET", `/v1/settlement/${id}`],
      ] as const) {
        expectProblem(await api.send({ method, path }), { status: 404 });
      }
    });
  }

  test("as an id of another kind", async ({ api, bank }) => {
    const session = await createSession(api);
    await bank.transfer(session);
    const listed = await api.get(`/v1/transactions?session_id=${session.session_id}`);
    const { data } = listed.json() as { data: [{ id: string }] };
    for (const path of [
      `/v1/transactions/${session.session_id}`,
      `/v1/sessions/${data[0].id}`,
      `/v1/sessions/${session.pos_terminals[0]?.terminal_id}`,
      `/v1/reconciliation/${session.collection_account?.account_number}`,
    ]) {
      expectProblem(await api.get(path), { status: 404 });
    }
  });

  test("but an id with percent-escapes is the same id", async ({ api }) => {
    const session = await createSession(api);
    const escaped = [...session.session_id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    const answer = await api.send({ method: "GET", path: `/v1/sessions/${escaped}` });
    expect((answer.json() as { data: SessionData }).data).toEqual(session);
  });
});

test("without /v1 there is no API (§9)", async ({ api }) => {
  const { session_id } = await createSession(api);
  for (const path of [
    `/sessions/${session_id}`,
    `/v2/sessions/${session_id}`,
    `/api/v1/sessions/${session_id}`,
  ]) {
    const answer = await api.get(path);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("external_event_id");
  }
});

import {
  createSession,
  expect,
  expectData,
  expectHeaders,
  expectProblem,
  sessionBody,
  test,
} from "../fixtures";

const JSON_TYPE = { "content-type": "application/json" };
const TEXT = JSON.stringify(sessionBody({ name: "NAME" }));

test.describe("a body that is not a JSON object (§1, §7)", () => {
  for (const [what, raw] of [
    ["nothing", ""],
    ["blanks", " \n"],
    ["half an object", '{"name": "x"'],
    ["two objects", "{}{}"],
    ["single quotes", "{'name': 'x'}"],
    ["a comma too many", '{"name": "x",}'],
    ["a comment", '{"name": "x" /* y */}'],
    ["NaN", '{"name": NaN}'],
    ["a raw line break in a text", '{"name": "a\nb"}'],
    ["a raw NUL in a text", TEXT.replace("NAME", "\u0000")],
    ["a form", "name=x&external_event_id=y"],
    ["HTML", "<html></html>"],
    ["bytes that are no UTF-8", Buffer.from(TEXT.replace("NAME", "\u00ff"), "latin1")],
    [
      "an overlong encoding",
      Buffer.concat([Buffer.from('{"name": "'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["UTF-16", Buffer.from(TEXT, "utf16le")],
    ["a byte order mark", `\ufeff${TEXT}`],
    ["a hundred thousand open brackets", "[".repeat(100_000)],
    ["an array", "[]"],
    ["an object inside an array", `[${TEXT}]`],
    ["a text", '"session"'],
    ["a number", "42"],
    ["null", "null"],
    ["true", "true"],
  ] as const) {
    test(`is answered 400 if it is ${what}`, async ({ api }) => {
      const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
      const problem = expectProblem(answer, { status: 400, pointers: [""] });
      expect(problem.errors?.[0]?.detail).toMatch(/^The body /);
    });
  }

  for (const [words, raw] of [
    ["empty", ""],
    ["UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["byte order mark", "\ufeff{}"],
    ["JSON", "{"],
    ["JSON object", "[]"],
  ] as const) {
    test(`has "${words}" in its detail`, async ({ api }) => {
      const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
      expect(expectProblem(answer, { status: 400, pointers: [""] }).detail).toContain(words);
    });
  }

  test("is answered 400 if an unknown member nests ten thousand levels", async ({ api }) => {
    const raw = `{"stray": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
    expectProblem(answer, { status: 400, pointers: ["/external_event_id", "/name", "/collection"] });
  });

  for (const member of ["name", "collection", "currency"]) {
    test(`is answered 400 if ${member} nests ten thousand levels`, async ({ api }) => {
      const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
      const raw = JSON.stringify(sessionBody({ [member]: "DEEP" })).replace('"DEEP"', deep);
      const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
      expectProblem(answer, { status: 400, pointers: [`/${member}`] });
    });
  }

  test("is answered 400 if a text has an escaped lone surrogate", async ({ api }) => {
    const raw = TEXT.replace("NAME", "\\ud83c");
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
    expectProblem(answer, { status: 400, pointers: ["/name"] });
  });
});

test.describe("an unusual body that is a JSON object", () => {
  test("uses the last of a duplicated member", async ({ api }) => {
    const raw = TEXT.replace('"name":"NAME"', '"name":"first","name":"last"');
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
    expect(expectData(answer, 201)).toMatchObject({ name: "last" });
  });

  test("changes no prototype through the member __proto__", async ({ api }) => {
    const polluting = '{"__proto__": {"currency": "USD", "webhook_url": 1}, "constructor": {"prototype": 1},';
    const raw = TEXT.replace("{", polluting);
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
    expect(expectData(answer, 201)).toMatchObject({ currency: "NGN", name: "NAME" });
    await createSession(api);
  });

  test("takes no required member from __proto__", async ({ api }) => {
    const raw = `{"__proto__": ${TEXT}}`;
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: JSON_TYPE });
    expectProblem(answer, { status: 400, pointers: ["/external_event_id", "/name", "/collection"] });
  });
});

test.describe("the content type (§1)", () => {
  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json ; charset=UTF-8",
    'application/json;charset="utf-8"',
  ]) {
    test(`may be ${type}`, async ({ api }) => {
      const headers = { "content-type": type };
      const call = { method: "POST", path: "/v1/sessions", raw: JSON.stringify(sessionBody()), headers };
      expectData(await api.send(call), 201);
    });
  }

  for (const type of [
    undefined,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/vnd.api+json",
    "application/octet-stream",
  ]) {
    test(`is answered 415 if it is ${type === undefined ? "absent" : JSON.stringify(type)}`, async ({
      api,
    }) => {
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
      for (const path of ["/v1/sessions", "/v1/sessions/ses_00000000000000000000000000/operators"]) {
        const answer = await api.send({ method: "POST", path, raw: TEXT, headers });
        expect(expectProblem(answer, { status: 415 }).detail).toContain("application/json");
      }
    });
  }
});

test.describe("a body's size", () => {
  /** A refusal before the end of the body closes the connection, so no other request may share it. */
  const alone = { ...JSON_TYPE, connection: "close" };

  test("is answered 413 at two megabytes", async ({ api }) => {
    const raw = JSON.stringify(sessionBody({ metadata: { note: "x".repeat(2_000_000) } }));
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers: alone });
    expect(expectProblem(answer, { status: 413 }).detail).toMatch(/\d+ bytes/);
  });

  test("is answered 413 at two megabytes without a Content-Length", async ({ api }) => {
    const raw = JSON.stringify(sessionBody({ metadata: { note: "x".repeat(2_000_000) } }));
    const headers = { ...alone, "transfer-encoding": "chunked" };
    expectProblem(await api.send({ method: "POST", path: "/v1/sessions", raw, headers }), { status: 413 });
  });

  test("may be a million bytes", async ({ api }) => {
    await createSession(api, { stray: "x".repeat(1_000_000) });
  });

  test("needs no Content-Length", async ({ api }) => {
    const headers = { ...JSON_TYPE, "transfer-encoding": "chunked" };
    const call = { method: "POST", path: "/v1/sessions", raw: JSON.stringify(sessionBody()), headers };
    expectData(await api.send(call), 201);
  });
});

test.describe("every response", () => {
  test("has its own request id, whatever id the request names", async ({ api }) => {
    const headers = { "x-request-id": "req_mine" };
    const call = { method: "GET", path: "/v1/sessions/ses_00000000000000000000000000", headers };
    const [first, second] = [await api.send(call), await api.send(call)];
    expectProblem(first, { status: 404 });
    expectProblem(second, { status: 404 });
    expect(first.headers["x-request-id"]).not.toBe(second.headers["x-request-id"]);
  });

  test("is JSON, whatever the request accepts", async ({ api }) => {
    const { session_id } = await createSession(api);
    const headers = { accept: "text/html, application/xml" };
    expectData(await api.send({ method: "GET", path: `/v1/sessions/${session_id}`, headers }));
  });

  test("to HEAD is the response to GET without its body", async ({ api }) => {
    const { session_id } = await createSession(api);
    for (const path of [`/v1/sessions/${session_id}`, `/v1/transactions?session_id=${session_id}`]) {
      const [head, get] = [await api.send({ method: "HEAD", path }), await api.get(path)];
      expect([head.status, head.text]).toEqual([200, ""]);
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      expectHeaders(head);
    }
  });
});

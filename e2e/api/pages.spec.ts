import {
  type Answer,
  type Api,
  createSession,
  expect,
  expectData,
  type TransactionData,
  test,
} from "../fixtures";

/** The targets of a response's `Link` header by relation. */
function linksOf({ headers }: Answer): Record<string, string> {
  const found = String(headers.link).matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...found].map(([, target = "", relation = ""]) => [relation, target]));
}

/** Follows `next` from a path to the last page. Returns the ids of each page. */
async function follow(api: Api, path: string, idsOf: (answer: Answer) => string[]): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = path; next; ) {
    const answer = await api.get(next);
    pages.push(idsOf(answer));
    next = linksOf(answer).next;
  }
  return pages;
}

const idsOf = (answer: Answer) => expectData<TransactionData[]>(answer).map(({ id }) => id);

test("the links of a page lead to every transaction once, first to last, and back (RFC 8288)", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  for (let count = 0; count < 7; count++) await bank.transfer(session);
  const list = `/v1/transactions?session_id=${session.session_id}`;
  const all = idsOf(await api.get(list));
  const pages = await follow(api, `${list}&limit=3`, idsOf);
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(all);

  const at = async (limit: number, offset: number) =>
    linksOf(await api.get(`${list}&limit=${limit}&offset=${offset}`));
  const to = (limit: number, offset: number) => `${list}&limit=${limit}&offset=${offset}`;
  expect(await at(3, 3)).toEqual({ first: to(3, 0), prev: to(3, 0), next: to(3, 6) });
  expect(await at(3, 6)).toEqual({ first: to(3, 0), prev: to(3, 3) });
  // A page that ends with the last transaction has no next one, and neither has an empty page.
  expect(await at(7, 0)).toEqual({ first: to(7, 0) });
  expect(await at(3, 4)).toEqual({ first: to(3, 0), prev: to(3, 1) });
  expect(await at(50, 100)).toEqual({ first: to(50, 0), prev: to(50, 50) });
  expect(await at(0, 0)).toEqual({ first: to(0, 0) });
  const head = await api.send({ method: "HEAD", path: to(3, 3) });
  expect([head.status, head.text, linksOf(head).next]).toEqual([200, "", to(3, 6)]);
});

test("a page that is streamed in chunks links to the next one, and a terminal's activity has links too", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  await Promise.all(Array.from({ length: 260 }, () => bank.tap(session)));
  const list = `/v1/transactions?session_id=${session.session_id}`;
  const pages = await follow(api, `${list}&limit=150`, idsOf);
  expect(pages.map((page) => page.length)).toEqual([150, 110]);
  expect(new Set(pages.flat()).size).toBe(260);

  const terminal = session.pos_terminals[0]?.terminal_id;
  const activity = `/v1/sessions/${session.session_id}/terminals/${terminal}/activity?limit=100`;
  const ofTerminal = await follow(api, activity, (answer) =>
    expectData<{ transactions: TransactionData[] }>(answer).transactions.map(({ id }) => id),
  );
  expect(ofTerminal.map((page) => page.length)).toEqual([100, 100, 60]);
  expect(new Set(ofTerminal.flat()).size).toBe(260);
});

test("a single resource has a strong ETag and is answered 304 until it changes (RFC 9110)", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  await bank.transfer(session);
  const [id = ""] = idsOf(await api.get(`/v1/transactions?session_id=${session.session_id}`));
  const path = `/v1/sessions/${session.session_id}`;
  const ask = (target: string, etag: string, method = "GET") =>
    api.send({ method, path: target, headers: { "if-none-match": etag } });
  for (const target of [path, `/v1/transactions/${id}`]) {
    const first = await api.get(target);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect((await api.get(target)).headers.etag).toBe(etag);
    for (const method of ["GET", "HEAD"]) {
      const same = await ask(target, `"other", W/${etag}`, method);
      expect([same.status, same.text, same.headers.etag]).toEqual([304, "", etag]);
      expect(same.headers["x-request-id"]).toMatch(/^req_/);
      expect(same.headers["content-length"] ?? "absent").toBe("absent");
    }
    const head = await ask(target, '"other"', "HEAD");
    expect([
      head.status,
      head.headers.etag,
      Number(head.headers["content-length"] ?? first.text.length),
    ]).toEqual([200, etag, Buffer.byteLength(first.text)]);
  }
  const { etag } = (await api.get(path)).headers;
  await api.patch(`${path}/close`);
  const closed = await ask(path, String(etag));
  expect([closed.status, closed.headers.etag === etag]).toEqual([200, false]);
});

test("a reconciliation is answered 304 while its figures are the same; summaries of the moment have no ETag", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const path = `/v1/reconciliation/${session.session_id}`;
  const { etag } = (await api.get(path)).headers;
  const ask = () => api.send({ method: "GET", path, headers: { "if-none-match": String(etag) } });
  expect((await ask()).status).toBe(304);
  await bank.transfer(session);
  expect((await ask()).status).toBe(200);
  const settlement = await api.get(`/v1/settlement/${session.session_id}`);
  expect([settlement.status, settlement.headers.etag]).toEqual([200, undefined]);
});

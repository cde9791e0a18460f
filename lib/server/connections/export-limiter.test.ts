import { afterEach, expect, it } from "vitest";
import { openTestServer } from "../fixture";
import type { HttpServer } from "../http-server";
import { createExportLimiter } from "./export-limiter";

let server: HttpServer;
afterEach(() => server.close());

const PATH = "/api/dashboard/sessions/ses_1/export?format=csv";

it("a third concurrent export of a sign-in is refused before it reaches the pages; other sign-ins and paths are served", async () => {
  const limit = createExportLimiter();
  const answers: (() => void)[] = [];
  let handled = 0;
  server = await openTestServer({
    pages: {
      handle: async (incoming, outgoing) => {
        limit(incoming, outgoing);
        handled++;
        if (incoming.url?.startsWith("/events")) outgoing.end("page");
        else answers.push(() => outgoing.end("file"));
      },
    },
  });
  const get = (cookie: string, path = PATH) => fetch(server.url + path, { headers: { cookie } });
  const two = ["", "a=b; "].map((before) => get(`${before}takings-sign-in=ada`));
  await expect.poll(() => handled).toBe(2);
  const refused = await Promise.all(Array.from({ length: 83 }, () => get("takings-sign-in=ada")));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  const waits = refused.map(({ headers }) => Number(headers.get("retry-after")));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...waits)).toBeLessThan(20);
  expect(new Set(waits).size, "Retry-After values are spread").toBeGreaterThan(3);
  expect(handled).toBe(2);
  expect((await get("takings-sign-in=ada", "/events")).status).toBe(200);
  const other = get("takings-sign-in=tunde");
  await expect.poll(() => handled).toBe(4);
  for (const answer of answers.splice(0)) answer();
  for (const one of [...two, other]) expect(await (await one).text()).toBe("file");
  const again = get("takings-sign-in=ada");
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  expect((await again).status).toBe(200);
});

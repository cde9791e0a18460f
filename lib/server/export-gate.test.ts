import { afterEach, expect, it } from "vitest";
import { exportGate } from "./export-gate";
import { openTestServer } from "./fixture";
import type { HttpServer } from "./http-server";

let door: HttpServer;
afterEach(() => door.close());

const PATH = "/api/dashboard/sessions/ses_1/export?format=csv";

it("a sign-in's third export at once is refused before the pages see it; other sign-ins and paths are not", async () => {
  const limit = exportGate();
  const answers: (() => void)[] = [];
  let handled = 0;
  door = await openTestServer({
    pages: {
      handle: async (incoming, outgoing) => {
        limit(incoming, outgoing);
        handled++;
        if (incoming.url?.startsWith("/events")) outgoing.end("page");
        else answers.push(() => outgoing.end("file"));
      },
    },
  });
  const ask = (cookie: string, path = PATH) => fetch(door.url + path, { headers: { cookie } });
  const two = ["", "a=b; "].map((before) => ask(`${before}takings-sign-in=ada`));
  await expect.poll(() => handled).toBe(2);
  const refused = await Promise.all(Array.from({ length: 83 }, () => ask("takings-sign-in=ada")));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  const waits = refused.map(({ headers }) => Number(headers.get("retry-after")));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...waits)).toBeLessThan(20);
  expect(new Set(waits).size, "they do not come again together").toBeGreaterThan(3);
  expect(handled).toBe(2);
  expect((await ask("takings-sign-in=ada", "/events")).status).toBe(200);
  const other = ask("takings-sign-in=tunde");
  await expect.poll(() => handled).toBe(4);
  for (const answer of answers.splice(0)) answer();
  for (const one of [...two, other]) expect(await (await one).text()).toBe("file");
  const again = ask("takings-sign-in=ada");
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  expect((await again).status).toBe(200);
});

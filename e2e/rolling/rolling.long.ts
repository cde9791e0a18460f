import { performance } from "node:perf_hooks";
import { createBank } from "../bank";
import { signIn } from "../bench/load/sse-clients";
import { createMember } from "../dashboard/sign-in";
import { createApi, createPlatform, createSession, expect, takings, test } from "../fixtures";
import { freePort, startProcessOn } from "../service";
import { openLivePages } from "./live-pages";
import { findProxyFault, startProxy } from "./proxies";
import { formatResult, runRolling } from "./rolling";
import { ask, countOpenedConnections, measureThroughput } from "./traffic";

const dataDir = () => process.env.TAKINGS_E2E_DATA_DIR ?? "";
const SECONDS = Number(process.env.ROLLING_SECONDS ?? 300);
/** Notifications in flight while throughput is measured; with 128, one process is at its capacity. */
const IN_FLIGHT = Number(process.env.ROLLING_IN_FLIGHT ?? 32);
/** The events that it is measured with: in one event the processes take turns. */
const EVENTS = Number(process.env.ROLLING_EVENTS ?? 1);
const LOAD = { perSecond: 200, intervalSeconds: 10, livePages: 4 };
const print = (text: string) => process.stdout.write(`${text}\n`);

for (const proxy of ["caddy", "nginx"] as const) {
  for (const { signal, what, expected } of [
    { signal: "SIGTERM", what: "a stopped process fails no request", expected: { failed: 0 } },
    {
      signal: "SIGKILL",
      what: "a killed process fails only the requests in flight",
      expected: { failedOutsideKills: 0 },
    },
  ] as const) {
    test(`${proxy}: ${what}, and all live pages keep up`, async () => {
      test.skip(findProxyFault(proxy) !== undefined, findProxyFault(proxy));
      test.setTimeout((SECONDS + 120) * 1_000);
      const result = await runRolling({ ...LOAD, proxy, dataDir: dataDir(), signal, seconds: SECONDS });
      print(formatResult(`${proxy}, ${signal}`, result));
      expect(result).toMatchObject({ ...expected, lost: 0, notShown: 0, differences: 0 });
      expect(result.slowestShownMs).toBeLessThan(2_000);
    });
  }

  test(`${proxy}: a stream is not buffered, and the client's address is believed`, async () => {
    test.skip(findProxyFault(proxy) !== undefined, findProxyFault(proxy));
    const port = await freePort();
    const service = await startProcessOn(dataDir(), { PORT: `${port}`, TRUST_PROXY: "127.0.0.1/32" });
    const front = await startProxy(proxy, [port, port]);
    const { apiKey, organisation } = await createPlatform();
    const session = await createSession(createApi(service.address, apiKey));
    const cookie = await signIn(port, await createMember(organisation, "owner"));
    const path = `/api/live/${session.session_id}`;
    const pages = openLivePages({ address: front.address, path, cookie, count: 1 });
    try {
      const issue = ["keys", "issue", "--organisation", organisation, "--allow", "127.0.0.2"];
      const { api_key: allowed } = await takings<{ api_key: string }>(...issue);
      const read = (localAddress: string) =>
        ask(front.address, {
          ...{ method: "GET", path: `/v1/sessions/${session.session_id}`, localAddress },
          headers: { "x-api-key": allowed },
        });
      expect((await read("127.0.0.2")).status).toBe(200);
      expect((await read("127.0.0.3")).text).toContain("may not be used from 127.0.0.3");
      const acknowledgedAt: number[] = [];
      for (let payment = 0; payment < 3; payment++) {
        await createBank(service.address).transfer(session, { amount: 10_000n });
        acknowledgedAt.push(performance.now());
        await expect.poll(() => pages.shownAt.length).toBe(payment + 1);
      }
      for (const [index, at] of acknowledgedAt.entries())
        expect((pages.shownAt[index] ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(1_000);
    } finally {
      pages.close();
      await front.stop();
      await service.stop();
    }
  });
}

test("two processes record at least 0.95 times what one does", async () => {
  test.skip(findProxyFault("caddy") !== undefined, findProxyFault("caddy"));
  test.setTimeout(600_000);
  const { apiKey } = await createPlatform();
  const measured: Record<number, number[]> = { 1: [], 2: [] };
  for (const count of [1, 2, 2, 1, 1, 2]) {
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const running = await Promise.all(ports.map((port) => startProcessOn(dataDir(), { PORT: `${port}` })));
    const proxy = await startProxy("caddy", ports);
    const api = createApi(running[0]?.address ?? "", apiKey);
    const sessions = await Promise.all(Array.from({ length: EVENTS }, () => createSession(api)));
    const given = {
      address: proxy.address,
      bank: createBank(proxy.address),
      sessions,
      concurrency: IN_FLIGHT,
    };
    // As many notifications for each process: before, it still compiles.
    await measureThroughput({ ...given, seconds: 10 * count });
    const opened = countOpenedConnections();
    measured[count]?.push(await measureThroughput({ ...given, seconds: 15 }));
    expect(countOpenedConnections() - opened, "the proxy keeps its connections").toBeLessThan(1_000);
    await proxy.stop();
    await Promise.all(running.map((one) => one.stop()));
  }
  const median = (values: number[] = []) => values.toSorted((a, b) => a - b)[1] ?? 0;
  const [one, two] = [median(measured[1]), median(measured[2])];
  print(`one process ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s, ratio ${(two / one).toFixed(2)}`);
  expect(two / one).toBeGreaterThanOrEqual(0.95);
});

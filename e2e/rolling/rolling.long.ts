import { createBank } from "../bank";
import { createApi, createPlatform, createSession, expect, test } from "../fixtures";
import { freePort, startProcessOn } from "../service";
import { findProxyFault, startProxy } from "./proxies";
import { formatResult, runRolling } from "./rolling";
import { ask, measureThroughput, open } from "./traffic";

const dataDir = () => process.env.TAKINGS_E2E_DATA_DIR ?? "";
const SECONDS = Number(process.env.ROLLING_SECONDS ?? 300);
const LOAD = { perSecond: 200, intervalSeconds: 10, livePages: 4 };
const print = (text: string) => process.stdout.write(`${text}\n`);

for (const proxy of ["caddy", "nginx"] as const) {
  test(`${proxy}: a stopped process fails no request, and all live pages keep up`, async () => {
    test.skip(findProxyFault(proxy) !== undefined, findProxyFault(proxy));
    test.setTimeout((SECONDS + 120) * 1_000);
    const result = await runRolling({
      ...LOAD,
      proxy,
      dataDir: dataDir(),
      signal: "SIGTERM",
      seconds: SECONDS,
    });
    print(formatResult(`${proxy}, SIGTERM`, result));
    expect(result).toMatchObject({ failed: 0, lost: 0, notShown: 0, differences: 0 });
    expect(result.slowestShownMs).toBeLessThan(2_000);
  });

  test(`${proxy}: a killed process fails only the requests in flight, and all live pages keep up`, async () => {
    test.skip(findProxyFault(proxy) !== undefined, findProxyFault(proxy));
    test.setTimeout((SECONDS + 120) * 1_000);
    const result = await runRolling({
      ...LOAD,
      proxy,
      dataDir: dataDir(),
      signal: "SIGKILL",
      seconds: SECONDS,
    });
    print(formatResult(`${proxy}, SIGKILL`, result));
    expect(result).toMatchObject({ failedOutsideKills: 0, lost: 0, notShown: 0, differences: 0 });
    expect(result.slowestShownMs).toBeLessThan(2_000);
  });

  test(`${proxy}: streams are not buffered, and the client's address is believed`, async () => {
    test.skip(findProxyFault(proxy) !== undefined, findProxyFault(proxy));
    const port = await freePort();
    const service = await startProcessOn(dataDir(), { PORT: `${port}`, TRUST_PROXY: "127.0.0.1/32" });
    const front = await startProxy(proxy, [port, port]);
    try {
      const { apiKey, organisation } = await createPlatform();
      const session = await createSession(createApi(service.address, apiKey));
      expect(session.session_id).toMatch(/^ses_/);
      expect(organisation).not.toBe("");
      const refused = await ask(front.address, {
        method: "GET",
        path: `/v1/transactions?session_id=${session.session_id}`,
        headers: { "x-api-key": apiKey, "x-forwarded-for": "203.0.113.9" },
      });
      expect(refused.status).toBe(200);
      const pieces = await readPieces(front.address, session.session_id, apiKey);
      expect(pieces).toBeGreaterThan(0);
    } finally {
      await front.stop();
      await service.stop();
    }
  });
}

/** Reads the event's document and returns the number of pieces in which it arrives. */
function readPieces(address: string, sessionId: string, apiKey: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `/v1/transactions?session_id=${sessionId}&limit=100000`;
    const outgoing = open(address, { method: "GET", path, headers: { "x-api-key": apiKey } });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      let pieces = 0;
      incoming.on("data", () => pieces++);
      incoming.once("end", () => resolve(pieces));
    });
    outgoing.end();
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
    const session = await createSession(createApi(running[0]?.address ?? "", apiKey));
    const given = { address: proxy.address, bank: createBank(proxy.address), session, concurrency: 32 };
    await measureThroughput({ ...given, seconds: 3 });
    measured[count]?.push(await measureThroughput({ ...given, seconds: 15 }));
    await proxy.stop();
    await Promise.all(running.map((one) => one.stop()));
  }
  const median = (values: number[] = []) => values.toSorted((a, b) => a - b)[1] ?? 0;
  const [one, two] = [median(measured[1]), median(measured[2])];
  print(`one process ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s, ratio ${(two / one).toFixed(2)}`);
  expect(two / one).toBeGreaterThanOrEqual(0.95);
});

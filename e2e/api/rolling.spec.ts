// Guarantee: a process that stops behind Caddy with the sample configuration fails no request (`npm run rolling` in full).
import { expect, test } from "../fixtures";
import { findProxyFault } from "../rolling/proxies";
import { runRolling } from "../rolling/rolling";

test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

test("one of two processes stops and starts under load: no request fails, and live pages keep up", async () => {
  const fault = findProxyFault("caddy");
  test.skip(fault !== undefined, fault);
  test.setTimeout(120_000);
  const result = await runRolling({
    ...{ proxy: "caddy", signal: "SIGTERM", dataDir: process.env.TAKINGS_E2E_DATA_DIR ?? "" },
    ...{ seconds: 8, intervalSeconds: 8, perSecond: 50, livePages: 1 },
  });
  expect(result).toMatchObject({ restarts: 1, failed: 0, lost: 0, notShown: 0, differences: 0 });
  expect(result.slowestShownMs).toBeLessThan(2_000);
});

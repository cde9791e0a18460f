// Guarantee: `WEB_CONCURRENCY` worker processes serve one port as one service does, also while one of them is killed.
import { spawnSync } from "node:child_process";
import { createBank } from "../bank";
import { createApi, createSession, expect, test } from "../fixtures";
import { send } from "../http-client";
import { getReconciliation, metricsToken } from "../ledger-queries";
import { startProcess } from "../service";

test.skip(({ isNext }) => isNext, "starts a process of its own, whichever server the project tests");

/** Returns the pids of a process's children. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

test("two workers: metrics are of both, a killed one loses nothing and is replaced, a stop ends all", async ({
  platform,
}) => {
  test.setTimeout(90_000);
  const service = await startProcess({ WEB_CONCURRENCY: "2" });
  const bank = createBank(service.address);
  const api = createApi(service.address, platform.apiKey);
  const session = await createSession(api);
  const account = session.collection_account?.account_number ?? "";
  const compose = () => bank.compose(bank.credit({ account, amount: 10_000n }));
  let acknowledged = 0;
  /** Posts a new notification until it is acknowledged, as a bank does. */
  const insist = async () => {
    const notification = compose();
    await expect
      .poll(
        () =>
          bank.post(notification).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
    acknowledged += 1;
  };
  const countAccepted = async () => {
    const headers = { authorization: `Bearer ${metricsToken()}` };
    const { text } = await send(service.address, { method: "GET", path: "/api/metrics", headers });
    const lines =
      text.match(/^takings_notifications_accepted_total\{provider="\w+",outcome="recorded"\} \d+$/gm) ?? [];
    return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  const workers = childrenOf(service.pid);
  expect(workers).toHaveLength(2);

  await Promise.all(Array.from({ length: 30 }, insist));
  expect(await Promise.all(Array.from({ length: 6 }, countAccepted))).toEqual(Array(6).fill(30));

  // Notifications come until the killed worker has ended: some of them are at it as it ends.
  const [killed] = workers;
  const hasEnded = () => !childrenOf(service.pid).includes(killed ?? 0);
  const posting = Array.from({ length: 30 }, async () => {
    while (!hasEnded()) await insist();
  });
  await expect.poll(() => acknowledged).toBeGreaterThan(100);
  process.kill(killed ?? 0, "SIGKILL");
  await Promise.all(posting);
  expect(await getReconciliation(api, session)).toMatchObject({ total_inflow: `${acknowledged * 100}.00` });
  await expect.poll(() => childrenOf(service.pid).filter((pid) => pid !== killed)).toHaveLength(2);

  const all = childrenOf(service.pid);
  await service.stop();
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

// Guarantee: the metrics of a process include what its HTTP server has counted, in whichever copy of the code.
import { createSession, expect, expectProblem, test } from "../fixtures";
import { metricsToken } from "../ledger-queries";

const RECORDED = /^takings_notifications_accepted_total\{provider="\w+",outcome="recorded"\} (\d+)$/gm;

test("a recorded payment is counted in the metrics, which only the token opens", async ({
  api,
  anyone,
  bank,
}) => {
  const read = (token: string) =>
    anyone({ method: "GET", path: "/api/metrics", headers: { authorization: `Bearer ${token}` } });
  const countRecorded = async () => {
    const { text } = await read(metricsToken());
    return [...text.matchAll(RECORDED)].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const session = await createSession(api);
  const before = await countRecorded();
  await bank.transfer(session);
  // Other tests record payments in the same process meanwhile.
  expect(await countRecorded()).toBeGreaterThan(before);
  expect((await read(metricsToken())).text).toContain("takings_database_up 1\n");
  expectProblem(await read("no such token"), { status: 401 });
});

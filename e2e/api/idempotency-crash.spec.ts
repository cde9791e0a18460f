import { randomUUID } from "node:crypto";
import { countAnsweredKeys, countRowsOf } from "../db-queries";
import {
  type Answer,
  type Call,
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  type OperatorData,
  type SessionData,
  sessionBody,
  test,
} from "../fixtures";
import { startProcess } from "../service";

// The killed process is one of the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

test("kill -9 during 45 writes, then retries at another process: each has one effect and its first answer", async ({
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { apiKey, organisationId } = await createPlatform();
  const remainingProcess = createApi(baseURL ?? "", apiKey);
  const killedProcess = await startProcess();
  const closing = await Promise.all(Array.from({ length: 15 }, () => createSession(remainingProcess)));
  const { session_id: id } = await createSession(remainingProcess);
  const calls: Call[] = closing
    .flatMap<Call>(({ session_id }) => [
      { method: "POST", path: "/v1/sessions", body: sessionBody() },
      { method: "PATCH", path: `/v1/sessions/${session_id}/close` },
      { method: "POST", path: `/v1/sessions/${id}/operators`, body: { name: "Ada Obi" } },
    ])
    .map((call) => ({ ...call, headers: { "idempotency-key": randomUUID() } }));

  const sent = calls.map((call) =>
    createApi(killedProcess.address, apiKey)
      .send(call)
      .catch(() => undefined),
  );
  // When some effects are committed: some of their answers are on their way, other writes have only claimed their key.
  await expect.poll(() => countAnsweredKeys(organisationId), { intervals: [1] }).toBeGreaterThan(9);
  await killedProcess.kill();
  const before = await Promise.all(sent);

  const retried = await Promise.all(calls.map((call) => retry(() => remainingProcess.send(call))));
  let [interrupted, replayed] = [0, 0];
  for (const [index, answer] of retried.entries()) {
    expect(answer.status, answer.text).toBe(calls[index]?.method === "POST" ? 201 : 200);
    const first = before[index];
    if (!first) interrupted++;
    if (!first && answer.headers["idempotency-replayed"]) replayed++;
    if (first) expect([answer.status, answer.text]).toEqual([first.status, first.text]);
    const again = await remainingProcess.send(calls[index] as Call);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([answer.text, "true"]);
  }
  test.info().annotations.push({
    type: "interrupted",
    description: `${interrupted} of ${calls.length} got no answer; ${replayed} of those had their effect already`,
  });
  expect(interrupted).toBeGreaterThan(0);
  const rows = await countRowsOf(organisationId);
  expect([rows.sessions, rows.operators]).toEqual([16 + 15, 15]);
  const data = <D>(path: string) =>
    retried.flatMap((answer, index) => (calls[index]?.path === path ? [expectData<D>(answer, 201)] : []));
  expect(new Set(data<SessionData>("/v1/sessions").map(({ session_id }) => session_id)).size).toBe(15);
  const operators = data<OperatorData>(`/v1/sessions/${id}/operators`);
  const listed = expectData<OperatorData[]>(await remainingProcess.get(`/v1/sessions/${id}/operators`));
  expect(listed.map((one) => one.id).sort()).toEqual(operators.map((one) => one.id).sort());
});

/** Repeats a request while it is answered 409, as `Retry-After` says, for at most 20 seconds. */
async function retry(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  await expect
    .poll(
      async () => {
        if (answer.status === 409) answer = await send();
        return answer.status;
      },
      { intervals: [1_000], timeout: 20_000 },
    )
    .not.toBe(409);
  return answer;
}

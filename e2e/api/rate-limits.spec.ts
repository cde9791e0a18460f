import { randomUUID } from "node:crypto";
import { documentedDetail } from "../../lib/openapi/testing/documented-detail";
import { takingsOf } from "../command-line";
import { type Api, createApi, expect, expectData, expectProblem, sessionBody, test } from "../fixtures";
import { createDeployment } from "../service";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

test("two processes together accept exactly the limit of a key, in each endpoint group", async () => {
  test.setTimeout(180_000);
  const deployment = createDeployment({ RATE_LIMIT_PER_MINUTE: "40" });
  const processes = [await deployment.start(), await deployment.start()];
  try {
    const issue = async (organisation: string) => {
      const settings = { DATA_DIR: deployment.dataDir };
      const { api_key: apiKey } = await takingsOf<{ api_key: string }>(
        settings,
        ...["keys", "issue", "--organisation", organisation],
      );
      return processes.map(({ address }) => createApi(address, apiKey));
    };
    const ours = await issue("Ours");
    const [theirs] = await issue("Theirs");
    const one = (index: number) => ours[index % 2] as Api;
    const opened = await one(0).post("/v1/sessions", sessionBody());
    const session = expectData<{ session_id: string }>(opened, 201);
    expect(opened.headers["ratelimit-policy"]).toBe('"write";q=40;w=60');
    expect(opened.headers.ratelimit).toMatch(/^"write";r=39;t=\d+$/);

    // Three times the limit, alternating between the processes; successes, 404 and 400 count alike.
    const paths = [`/v1/sessions/${session.session_id}`, "/v1/sessions/ses_unknown", "/v1/transactions"];
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => one(index).get(paths[index % 3] ?? "")),
    );
    const accepted = answers.filter(({ status }) => status !== 429);
    expect(accepted).toHaveLength(40);
    const places = accepted.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    for (const refused of answers.filter(({ status }) => status === 429)) {
      const problem = expectProblem(refused, { status: 429 });
      expect(problem.detail).toContain("40 read requests a minute");
      expect(problem.detail).toMatch(documentedDetail("too_many_requests"));
      expect(refused.headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(refused.headers.ratelimit).toBe(`"read";r=0;t=${refused.headers["retry-after"]}`);
    }

    // A refused write changes nothing, and its idempotency key is unused: it may be sent with another body.
    const operators = `/v1/sessions/${session.session_id}/operators`;
    const keys = Array.from({ length: 60 }, () => randomUUID());
    const add = (api: Api, key: string, name: string) =>
      api.send({ method: "POST", path: operators, body: { name }, headers: { "idempotency-key": key } });
    const writes = await Promise.all(keys.map((key, index) => add(one(index), key, `Operator ${index}`)));
    expect(writes.filter(({ status }) => status === 201)).toHaveLength(39);
    const refused = keys.filter((_, index) => writes[index]?.status === 429);
    expect(refused).toHaveLength(21);
    const other = (await issue("Ours"))[0] as Api;
    expect(expectData<unknown[]>(await other.get(operators))).toHaveLength(39);
    expectData(await add(other, refused[0] ?? "", "Another body"), 201);

    // Another key has limits of its own; a request without a key has none.
    expect((await theirs?.get("/v1/sessions/ses_unknown"))?.status).toBe(404);
  } finally {
    for (const { stop } of processes) await stop();
    deployment.remove();
  }
});

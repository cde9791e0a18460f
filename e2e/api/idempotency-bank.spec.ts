import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { takingsOf } from "../command-line";
import { type Answer, createApi, expect, expectData, type SessionData, sessionBody, test } from "../fixtures";
import { createDeployment } from "../service";

/** The bank opens the account at once and answers after this time. The adapter waits for ten seconds. */
const ANSWER_AFTER_MS = Number(process.env.TAKINGS_E2E_BANK_DELAY_MS ?? 2_000);

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

/** A stub of Monnify's reserved accounts: one account for each reference, a known reference is refused. */
async function startSlowBank() {
  const accounts = new Map<
    string,
    { accountNumber: string; accountName: string; bankCode: string; bankName: string }
  >();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const reference = decodeURIComponent(incoming.url?.split("/")[5] ?? "");
    const answer = (status: number, responseBody: unknown) => {
      outgoing.writeHead(status, { "content-type": "application/json" });
      outgoing.end(
        JSON.stringify({
          requestSuccessful: status === 200,
          responseCode: status === 200 ? "0" : "99",
          responseBody,
        }),
      );
    };
    const answerAccount = (id: string) =>
      answer(200, { accountReference: id, status: "ACTIVE", accounts: [accounts.get(id)] });
    if (incoming.url === "/api/v1/auth/login") return answer(200, { accessToken: "token", expiresIn: 3567 });
    if (incoming.method === "GET")
      return accounts.has(reference) ? answerAccount(reference) : answer(404, null);
    const { accountReference, accountName } = JSON.parse(Buffer.concat(chunks).toString());
    if (accounts.has(accountReference)) return answer(422, null);
    const accountNumber = String(5_000_000_000 + accounts.size);
    accounts.set(accountReference, { accountNumber, accountName, bankCode: "035", bankName: "Wema bank" });
    setTimeout(() => answerAccount(accountReference), ANSWER_AFTER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { accounts, address: `http://127.0.0.1:${port}`, close };
}

test("50 parallel creates with one key at a slow bank, killed in between: one account at the bank, one session", async () => {
  test.setTimeout(180_000);
  const bank = await startSlowBank();
  const settings = {
    BANK_MODE: "live",
    BANK_PROVIDERS: "monnify",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    MONNIFY_API_KEY: "key",
    MONNIFY_SECRET_KEY: "secret-of-the-stub",
    MONNIFY_CONTRACT_CODE: "code",
    MONNIFY_BVN: "22222222222",
    MONNIFY_BASE_URL: bank.address,
  };
  const deployment = createDeployment(settings);
  const [killedProcess, remainingProcess] = [await deployment.start(), await deployment.start()];
  try {
    const { api_key: apiKey } = await takingsOf<{ api_key: string }>(
      { ...settings, DATA_DIR: deployment.dataDir },
      ...["keys", "issue", "--organisation", "Live", "--mode", "live"],
    );
    const call = {
      method: "POST",
      path: "/v1/sessions",
      body: sessionBody(),
      headers: { "idempotency-key": randomUUID() },
    };
    const send25 = (address: string) =>
      Array.from({ length: 25 }, () =>
        createApi(address, apiKey)
          .send(call)
          .catch(() => undefined),
      );
    const copies = send25(killedProcess.address);
    await expect.poll(() => bank.accounts.size, { intervals: [10] }).toBe(1);
    const refused = await Promise.all(send25(remainingProcess.address));
    expect(new Set(refused.map((answer) => answer?.status))).toEqual(new Set([409]));
    await killedProcess.kill();
    const answers = (await Promise.all(copies)).filter((answer) => answer !== undefined);
    expect(answers.filter(({ status }) => status !== 409)).toEqual([]);

    const api = createApi(remainingProcess.address, apiKey);
    const retries = await Promise.all(Array.from({ length: 50 }, () => retry(() => api.send(call))));
    for (const answer of [...answers, ...retries]) expect([201, 409, 503]).toContain(answer.status);
    expect(retries.filter(({ headers }) => !headers["idempotency-replayed"]).length).toBeLessThanOrEqual(1);
    const created = [...answers, ...retries].filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    const session = expectData<SessionData>(retries[0] as Answer, 201);
    expect([...bank.accounts.keys()]).toEqual([session.session_id]);
    expect(session.collection_account?.account_number).toBe(
      bank.accounts.get(session.session_id)?.accountNumber,
    );
  } finally {
    await remainingProcess.stop();
    deployment.remove();
    bank.close();
  }
});

/** Repeats a request until it is answered 201, every second for at most 60 seconds. */
async function retry(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  const next = async () => {
    if (answer.status !== 201) answer = await send();
    return answer.status;
  };
  await expect.poll(next, { intervals: [1_000], timeout: 60_000 }).toBe(201);
  return answer;
}

// Guarantee: `takings listen` forwards each event of the organisation once, also over a kill -9 of the service, and a stranger sees none.
import { spawn } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { dataDir } from "../bank";
import { createApi, createPlatform, createSession, expect, test } from "../fixtures";
import { withDatabase } from "../ledger-queries";
import { startProcess } from "../service";

// The killed process is one of the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

/** Starts `takings listen` as its own process. */
function startListening(address: string, apiKey: string, target: string) {
  const args = ["run", "--silent", "takings", "--", "listen", "--url", address, "--forward-to", target];
  const program = spawn("npm", [...args, "--json"], {
    env: { ...process.env, TAKINGS_API_KEY: apiKey, DATA_DIR: dataDir() },
  });
  const written = { stdout: "", stderr: "" };
  program.stdout.on("data", (chunk) => {
    written.stdout += chunk;
  });
  program.stderr.on("data", (chunk) => {
    written.stderr += chunk;
  });
  const closed = new Promise<number | null>((resolve) => program.once("close", resolve));
  const end = () => {
    program.kill("SIGINT");
    return closed;
  };
  return { written, end };
}

test("events are forwarded, each once and verified by its secret, also those of a restart of the service", async ({
  bank,
  baseURL,
  receiver,
}) => {
  test.setTimeout(90_000);
  const { apiKey, organisationId } = await createPlatform();
  const { apiKey: strangersKey } = await createPlatform();
  const api = createApi(baseURL ?? "", apiKey);
  const session = await createSession(api);
  const killedProcess = await startProcess();
  const { written, end } = startListening(killedProcess.address, apiKey, receiver.url);
  await expect.poll(() => written.stderr, { timeout: 20_000 }).toContain("Events are forwarded");
  const secret = /whsec_\S+/.exec(written.stderr)?.[0] ?? "";
  await bank.transfer(session);
  await bank.tap(session);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);

  const listenerId = await withDatabase(async (sql) => {
    const [row] = await sql`
      select id from webhook_endpoints where organisation_id = ${organisationId} and listening_until is not null`;
    return row?.id as string;
  });
  const stranger = createApi(baseURL ?? "", strangersKey);
  const fetched = await stranger.post(`/api/listeners/${listenerId}/events`, { answers: [] });
  expect([fetched.status, fetched.text.includes("transaction.received")]).toEqual([404, false]);
  expect((await stranger.post(`/api/listeners/${listenerId}/remove`, {})).status).toBe(404);

  await killedProcess.kill();
  await bank.transfer(session);
  await bank.tap(session);
  await expect.poll(() => written.stderr, { timeout: 10_000 }).toContain("Reconnecting");
  const restarted = await startProcess({ PORT: new URL(killedProcess.address).port });
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(4);
  await bank.transfer(session);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(5);
  const payments = await api.client.listTransactions({ session_id: session.session_id });
  const forwarded = receiver.received.map(
    ({ body, headers }) =>
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>) as {
        data: { id: string };
      },
  );
  expect(forwarded.map(({ data }) => data.id).sort()).toEqual(payments.map(({ id }) => id).sort());
  expect(await end()).toBe(0);
  expect(JSON.parse(written.stdout)).toEqual({ forwarded: 5, failed: 0 });
  expect(written.stdout + written.stderr).not.toContain(apiKey);
  await restarted.stop();
});

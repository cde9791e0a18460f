// Guarantee: the command line, started as its own process, works on the running service, prints one JSON value and reports success or failure by its exit code.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { takingsProcess } from "./command-line";
import { createApi, createPlatform, createSession, expect, expectProblem, test } from "./fixtures";

/** Runs a command that must fail. Returns its exit code and the code of the error that it prints. */
async function runRejected(...args: string[]): Promise<{ exitCode: number; error: string }> {
  const { code, stdout } = await takingsProcess(...args).then(
    () => ({ code: 0, stdout: '{"error": {}}' }),
    (thrown: { code: number; stdout: string }) => thrown,
  );
  return { exitCode: code, error: JSON.parse(stdout).error.code };
}

test("a key issued by the command line works immediately and stops working when it is revoked", async ({
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const issued = await takingsProcess<{ key_id: string; api_key: string }>(
    ...["keys", "issue", "--organisation", organisation],
  );
  const api = createApi(baseURL ?? "", issued.api_key);
  const session = await createSession(api);
  await takingsProcess("keys", "revoke", "--key", issued.key_id);
  expectProblem(await api.get(`/v1/sessions/${session.session_id}`), { status: 401 });
});

test("a member added with nothing on stdin gets a generated password", async () => {
  const { organisation } = await createPlatform();
  const who = ["--organisation", organisation, "--email", `${organisation.slice(4)}@example.com`];
  const added = await takingsProcess<{ password: string }>("members", "add", ...who);
  expect(added.password).toMatch(/^[a-z0-9]{5}(-[a-z0-9]{5}){3}$/);
});

test("a rejected command exits with 1, and a usage error with 2", async () => {
  const pair = ["terminals", "pair", "--terminal", "pos_0000000000_001"];
  expect(await runRejected(...pair, "--device", "none")).toEqual({ exitCode: 1, error: "not_found" });
  expect(await runRejected(...pair)).toEqual({ exitCode: 2, error: "usage" });
});

test("backup writes every table of the running service's database and overwrites nothing", async ({
  baseURL,
}, testInfo) => {
  const { apiKey } = await createPlatform();
  const session = await createSession(createApi(baseURL ?? "", apiKey));
  const folder = testInfo.outputPath("backup");
  const backup = await takingsProcess<{ folder: string; tables: number }>("backup", folder);
  expect(backup.folder).toBe(folder);
  expect(readdirSync(folder).filter((name) => name.endsWith(".copy"))).toHaveLength(backup.tables);
  expect(readFileSync(path.join(folder, "sessions.copy"), "utf8")).toContain(session.session_id);
  expect(await runRejected("backup", folder)).toEqual({ exitCode: 1, error: "conflict" });
});

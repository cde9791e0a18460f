// Guarantee: the command line, started as a person starts it, works on the running service, prints one JSON value and says by its exit code how it went.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { takingsProcess } from "./command-line";
import { apiOf, expect, expectProblem, newPlatform, openSession, test } from "./fixtures";

/** The exit code of a command that must not succeed, and the code of the error that it prints. */
async function refusalOf(...args: string[]): Promise<{ exitCode: number; error: string }> {
  const { code, stdout } = await takingsProcess(...args).then(
    () => ({ code: 0, stdout: '{"error": {}}' }),
    (thrown: { code: number; stdout: string }) => thrown,
  );
  return { exitCode: code, error: JSON.parse(stdout).error.code };
}

test("a key issued by the command line works at once, and stops working once it is revoked", async ({
  baseURL,
}) => {
  const { organisation } = await newPlatform();
  const issued = await takingsProcess<{ key_id: string; api_key: string }>(
    ...["keys", "issue", "--organisation", organisation],
  );
  const api = apiOf(baseURL ?? "", issued.api_key);
  const session = await openSession(api);
  await takingsProcess("keys", "revoke", "--key", issued.key_id);
  expectProblem(await api.get(`/v1/sessions/${session.session_id}`), { status: 401 });
});

test("a member added with nothing on stdin gets a generated password", async () => {
  const { organisation } = await newPlatform();
  const who = ["--organisation", organisation, "--email", `${organisation.slice(4)}@example.com`];
  const added = await takingsProcess<{ password: string }>("members", "add", ...who);
  expect(added.password).toMatch(/^[a-z0-9]{5}(-[a-z0-9]{5}){3}$/);
});

test("a command that is refused exits with 1, and one that is not understood with 2", async () => {
  const pair = ["terminals", "pair", "--terminal", "pos_0000000000_001"];
  expect(await refusalOf(...pair, "--device", "none")).toEqual({ exitCode: 1, error: "not_found" });
  expect(await refusalOf(...pair)).toEqual({ exitCode: 2, error: "usage" });
});

test("backup writes every table of the running service's database, and writes over nothing", async ({
  baseURL,
}, testInfo) => {
  const { apiKey } = await newPlatform();
  const session = await openSession(apiOf(baseURL ?? "", apiKey));
  const folder = testInfo.outputPath("backup");
  const backup = await takingsProcess<{ folder: string; tables: number }>("backup", folder);
  expect(backup.folder).toBe(folder);
  expect(readdirSync(folder).filter((name) => name.endsWith(".copy"))).toHaveLength(backup.tables);
  expect(readFileSync(path.join(folder, "sessions.copy"), "utf8")).toContain(session.session_id);
  expect(await refusalOf("backup", folder)).toEqual({ exitCode: 1, error: "conflict" });
});

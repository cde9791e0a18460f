/**
 * Guarantee: `npm pack` gives a package that a TypeScript project outside of this one installs, compiles and runs, also with
 * the code of its README.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "@/package.json";
import { buildClient, packClient } from "./build.mjs";
import { answer, startScriptedServer } from "./testing/scripted-server";

const PROGRAM = `
import { createClient, type Transaction, verifyWebhook, WebhookVerificationError } from "takings-client";

const takings = createClient({ apiKey: "tk_test_1", baseUrl: process.argv[2] ?? "" });
const amounts: string[] = [];
for await (const payment of takings.listTransactions({ session_id: "ses_1" })) {
  const { amount, status }: Transaction = payment;
  amounts.push(amount + " " + status);
}
let refused = false;
try {
  verifyWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", { headers: {}, body: "{}" });
} catch (error) {
  refused = error instanceof WebhookVerificationError;
}
console.log(JSON.stringify({ amounts, refused }));
`;

/** What the blocks of the README leave out. */
const CONTEXT = `
declare const input: Parameters<typeof takings.createSession>[0];
declare const eventId: string, session_id: string, rawBody: Buffer, request: import("node:http").IncomingMessage;
`;

/** Returns the README's TypeScript as one program. */
function readmeProgram(): string {
  const readme = readFileSync("lib/client/package/README.md", "utf8");
  const blocks = [...readme.matchAll(/```ts\n(.+?)```/gs)].map(([, block]) => block);
  return [...blocks, CONTEXT].join("\n").replaceAll("…", "{}");
}

test("the packed client compiles under the strictest resolution, runs, and contains nothing of the service", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await buildClient();
  const installed = path.join(folder, "node_modules/takings-client");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", packClient(folder), "--strip-components", "1", "-C", installed]);
  for (const name of ["standardwebhooks", "@stablelib", "fast-sha256", "@types", "undici-types"])
    symlinkSync(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "program.ts"), PROGRAM);
  writeFileSync(path.join(folder, "readme.ts"), readmeProgram());
  const tsc = path.resolve("node_modules/typescript/bin/tsc");
  const options = ["--module", "nodenext", "--target", "es2023", "--strict", "--types", "node"];
  execFileSync(process.execPath, [tsc, ...options, "program.ts", "readme.ts"], { cwd: folder });

  const row = { amount: "0.10", status: "successful" };
  const { url } = await startScriptedServer([answer(200, { success: true, data: [row] })]);
  const printed = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ["program.js", url], { cwd: folder }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  );
  expect(JSON.parse(printed)).toEqual({ amounts: ["0.10 successful"], refused: true });

  const own = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  expect([own.version, own.license]).toEqual([manifest.version, manifest.license]);
  expect(own.dependencies).toEqual({ standardwebhooks: manifest.devDependencies.standardwebhooks });
  const code = readFileSync(path.join(installed, "index.js"), "utf8");
  const imported = [...code.matchAll(/^import .* from "(.+)";$/gm)].map(([, name]) => name);
  expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual(["standardwebhooks"]);
}, 60_000);

import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { bundleProgram } from "./testing/program";

test("secrets and account numbers are redacted from log lines", async () => {
  const program = await bundleProgram(`
    import { log } from "@/lib/log";
    log.info({ apiKey: "tk_test_1", account_number: "0123456789", senderAccount: "9876543210", status: 200 }, "request");
  `);
  const { stdout, stderr } = spawnSync(process.execPath, [program.file], { encoding: "utf8" });
  program.remove();
  expect(stdout).toBe("");
  expect(stderr).not.toMatch(/tk_test|0123456789|9876543210/);
  expect(JSON.parse(stderr)).toMatchObject({ level: "info", status: 200, apiKey: "[redacted]" });
});

test.skipIf(!existsSync("/dev/full"))(
  "a full disk under the log neither ends the process nor blocks its exit",
  async () => {
    const program = await bundleProgram(`
    import { log } from "@/lib/log";
    setInterval(() => log.info({}, "request"), 20);
    setTimeout(() => { process.stdout.write("lives"); process.exit(0); }, 300);
  `);
    const full = openSync("/dev/full", "w");
    const { stdout, status } = spawnSync(process.execPath, [program.file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", full],
      timeout: 10_000,
    });
    program.remove();
    expect([stdout, status]).toEqual(["lives", 0]);
  },
);

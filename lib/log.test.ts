import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { bundleProgram } from "./testing/program";

test("a secret or an account number that slips into a line is struck out", async () => {
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

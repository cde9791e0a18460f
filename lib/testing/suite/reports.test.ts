/** Guarantee: every failure in a stage is counted and named with its reason, even if the tool reports no failed test. */
import { expect, test } from "vitest";
import { readPlaywright, readVitest, slowest } from "./reports.mjs";

const vitestFile = (name: string, status: string, results: [status: string, fullName: string][]) => ({
  name: `/root/${name}`,
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: results.map(([result, fullName]) => ({
    status: result,
    fullName,
    failureMessages: result === "failed" ? ["AssertionError: expected 1\n  to be 2\n    at a.test.ts:1"] : [],
  })),
});

test("Vitest: a failed test and a file that cannot be loaded count as one failure each", () => {
  const report = {
    numPassedTests: 1,
    testResults: [
      vitestFile("lib/a.test.ts", "failed", [
        ["passed", "is good"],
        ["failed", "is bad"],
      ]),
      vitestFile("lib/b.test.ts", "failed", []),
    ],
  };
  expect(readVitest(report, "/root")).toEqual({
    passed: 1,
    failed: 2,
    names: ["lib/a.test.ts: is bad: AssertionError: expected 1 to be 2 at a.test.ts:1", "lib/b.test.ts"],
    files: [
      { file: "lib/a.test.ts", seconds: 2.5 },
      { file: "lib/b.test.ts", seconds: 2.5 },
    ],
  });
});

test("Playwright: flaky tests and errors outside tests count as failures, and a file's time is the sum of its tests'", () => {
  const spec = (title: string, ok: boolean, projectName: string, durations: number[]) => ({
    file: "api/a.spec.ts",
    title,
    ok,
    tests: [
      {
        projectName,
        results: durations.map((duration) => ({
          duration,
          ...(ok ? {} : { error: { message: "\u001b[31mTimed out\u001b[39m\nwaiting" } }),
        })),
      },
    ],
  });
  const report = {
    stats: { expected: 2, unexpected: 1, flaky: 1 },
    errors: [{}],
    suites: [
      {
        specs: [spec("is bad", false, "server", [700])],
        suites: [
          { specs: [spec("is good", true, "server", [250, 50]), spec("is good", true, "next", [100])] },
        ],
      },
    ],
  };
  expect(readPlaywright(report)).toEqual({
    passed: 2,
    failed: 3,
    names: ["e2e/api/a.spec.ts: is bad: Timed out waiting"],
    files: [
      { file: "e2e/api/a.spec.ts (server)", seconds: 1 },
      { file: "e2e/api/a.spec.ts (next)", seconds: 0.1 },
    ],
  });
});

test("the slowest files are listed longest first, up to the requested count", () => {
  const files = [2, 30.04, 1].map((seconds, index) => ({ file: `${index}.ts`, seconds }));
  expect(slowest(files, 2)).toEqual(["   30.0 s  1.ts", "    2.0 s  0.ts"]);
});

import { expect } from "vitest";
import { COMMANDS } from "../commands";
import { runCommand } from "../run";
import { captureStreams } from "./streams";

/**
 * Runs one command on the test file's database and returns its exit code and its JSON output. Words are separated by
 * spaces; `_-_` stands for a space within a word.
 */
export async function takings(line: string, input = "") {
  const streams = captureStreams(input);
  const argv = [...line.split(" ").map((word) => word.replaceAll("_-_", " ")), "--json"];
  const exitCode = await runCommand(argv, streams, { commands: COMMANDS, withDatabase: (work) => work() });
  expect(streams.stdout.split("\n")).toEqual([expect.any(String), ""]);
  return { exitCode, value: JSON.parse(streams.stdout) };
}

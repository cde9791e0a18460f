import { Option } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import type { AddCommands, DatabaseUse, Outcome } from "./command";
import { durationMs, filledText, id, instant, numberBetween } from "./options";
import { runCommand } from "./run";
import { captureStreams } from "./testing/streams";

const addEcho =
  (database: DatabaseUse = false): AddCommands =>
  ({ program, report }) => {
    program
      .command("echo")
      .command("back")
      .description("Answers what it was given.")
      .requiredOption("--text <TEXT>", "a text", filledText)
      .addOption(new Option("--colour <COLOUR>", "a colour").choices(["red", "blue"]).default("red"))
      .option("--since <TIME>", "a time", instant)
      .option("--wait <TIME>", "a length of time", durationMs)
      .option("--share <SHARE>", "a share", numberBetween(0, 1))
      .option("--key <KEY_ID>", "a key", id("apiKey"))
      .option("--loud", "loudly", false)
      .action(
        report(
          async (input) => ({ data: { ...input, someMember: [{ at: new Date(0), innerName: null }] } }),
          database,
        ),
      );
  };
const addKeep: AddCommands = ({ program, report }) => {
  program
    .command("keep")
    .description("Keeps a folder.")
    .argument("<DIR>", "a folder", filledText)
    .option("--loud", "loudly", false)
    .action(report(async (dir, { loud }) => ({ data: { dir, loud } }), false));
};
const addCommand =
  (name: string, work: () => Promise<Outcome>): AddCommands =>
  ({ program, report }) => {
    program.command(name).description(`Does ${name}.`).action(report(work, false));
  };
const addFailing = (name: string, thrown: unknown) => addCommand(name, async () => Promise.reject(thrown));
const secretive = Object.assign(new Error("Failed query: insert … params: whsec_secret"), {
  query: "insert …",
  cause: Object.assign(new Error("relation is missing"), { code: "42P01" }),
});
const commands = [
  addEcho(),
  addKeep,
  addFailing("refuse", new Failure("conflict", { detail: "It is taken.", internal: "key_hash" })),
  addFailing("break", new Error("disk failure")),
  addFailing("query", secretive),
  addCommand("warn", async () => ({ data: [], exitCode: 1 })),
];

async function run(...argv: string[]) {
  const streams = captureStreams();
  const exitCode = await runCommand(argv, streams, { commands });
  return { exitCode, stdout: streams.stdout, stderr: streams.stderr };
}
async function runJson(...argv: string[]) {
  const result = await run(...argv, "--json");
  return { ...result, value: JSON.parse(result.stdout) };
}

describe("the command line", () => {
  it("with --json prints exactly one value with snake_case names and ISO 8601 times", async () => {
    const { exitCode, value, stdout, stderr } = await runJson("echo", "back", "--text", "hello");
    expect(exitCode).toBe(0);
    expect(value).toEqual({
      text: "hello",
      colour: "red",
      loud: false,
      some_member: [{ at: "1970-01-01T00:00:00.000Z", inner_name: null }],
    });
    expect(stdout.trimEnd()).not.toContain("\n");
    expect(stderr).toBe("");
  });

  it("reads every kind of option", async () => {
    const argv = [
      "--text=--odd",
      "--colour",
      "blue",
      "--since",
      "2026-11-20T18:00",
      "--wait",
      "1.5m",
      "--share",
      "0.25",
      "--loud",
    ];
    const { value } = await runJson("echo", "back", ...argv);
    expect(value).toMatchObject({
      text: "--odd",
      colour: "blue",
      since: "2026-11-20T17:00:00.000Z",
      wait: 90_000,
      share: 0.25,
      loud: true,
    });
  });

  it.each([
    [["--text"], /text/],
    [[], /--text is required/],
    [["--text", " "], /must not be empty/],
    [["--text", "a", "--text", "b"], /more than once/],
    [["--text", "a", "--colour", "green"], /one of red, blue/],
    [["--text", "a", "--since", "yesterday"], /must be a time/],
    [["--text", "a", "--since", "2026-02-30T10:00"], /must be a time/],
    [["--text", "a", "--wait", "10"], /length of time/],
    [["--text", "a", "--share", "1.01"], /from 0 to 1/],
    [["--text", "a", "--share", "1e-1"], /from 0 to 1/],
    [
      ["--text", "a", "--key", "org_01m7wja30291e5wma656tpsg5t"],
      /must be an id: key_ and 26 letters and digits/,
    ],
    [["--text", "a", "--loud=yes"], /loud/],
    [["--text", "--loud"], /--text has no value.*--text="--loud"/],
    [["--text", "a", "--no-such"], /no-such/],
    [["--txet", "a"], /Did you mean --text\?/],
    [["--text", "a", "stray"], /stray/],
  ])("does nothing and exits 2 when it does not understand %j", async (argv, words) => {
    const plain = await run("echo", "back", ...argv);
    expect(plain).toMatchObject({ exitCode: 2, stdout: "" });
    expect(plain.stderr).toMatch(words);
    expect(plain.stderr).toContain("Usage: takings echo back --text TEXT");
    const { exitCode, value, stderr } = await runJson("echo", "back", ...argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
    expect(value.error).toEqual({ code: "usage", message: expect.stringMatching(words) });
  });

  it.each([
    ["keep", "backups/1", "--loud"],
    ["keep", "--loud", "backups/1"],
  ])("takes a value by its position: %s %s %s", async (...argv) => {
    expect((await runJson(...argv)).value).toEqual({ dir: "backups/1", loud: true });
  });

  it.each([
    [["keep"], /DIR is required/],
    [["keep", ""], /DIR must not be empty/],
    [["keep", "a", "--loud", "b"], /DIR is given more than once/],
    [["keep", "--dir", "a"], /--dir/],
  ])("does nothing and exits 2 unless a positional value is given exactly once: %j", async (argv, words) => {
    const { exitCode, stdout, stderr } = await run(...argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(words);
    expect(stderr).toContain("Usage: takings keep DIR [--loud]");
  });

  it.each([[], ["nonsense"], ["echo"], ["echo", "forth"], ["Echo", "back"], ["--text", "a"]])(
    "an unknown command prints the available commands and exits 2: %j",
    async (...argv) => {
      const plain = await run(...argv);
      expect(plain).toMatchObject({ exitCode: 2, stdout: "" });
      expect(plain.stderr).toContain("echo back  Answers what it was given.");
      expect((await runJson(...argv)).value.error.code).toBe("usage");
    },
  );

  it.each([
    [["kepe"], "(Did you mean keep?)"],
    [["echo", "bcak"], "(Did you mean back?)"],
  ])("a misspelt command gets a suggestion: %j", async (argv, suggestion) => {
    const { value } = await runJson(...argv);
    expect(value.error.message).toBe(`unknown command '${argv.at(-1)}' ${suggestion}`);
  });

  it("help goes to stdout and exits 0, even without required options", async () => {
    const of = await run("echo", "back", "--help");
    expect(of).toMatchObject({ exitCode: 0, stderr: "" });
    expect(of.stdout).toContain("--colour COLOUR  a colour");
    expect((await run("--help")).stdout).toContain("warn");
    expect((await runJson("echo", "--help")).value.usage).toContain("echo back");
  });

  it("a failure prints its code and public detail, and exits 1", async () => {
    const { exitCode, value } = await runJson("refuse");
    expect({ exitCode, value }).toEqual({
      exitCode: 1,
      value: { error: { code: "conflict", message: "It is taken." } },
    });
    expect(await run("refuse")).toEqual({ exitCode: 1, stdout: "", stderr: "It is taken.\n" });
  });

  it("any other error is also one JSON value", async () => {
    expect((await runJson("break")).value).toEqual({ error: { code: "internal", message: "disk failure" } });
  });

  it("a failed query never prints its parameters", async () => {
    const { value, stdout } = await runJson("query");
    expect(value).toEqual({ error: { code: "42P01", message: "relation is missing" } });
    expect(stdout).not.toContain("whsec_");
  });

  it("a command that finds something wrong prints it and exits 1", async () => {
    expect(await run("warn")).toEqual({ exitCode: 1, stdout: "None.\n", stderr: "" });
    expect((await runJson("warn")).value).toEqual([]);
  });

  it("records are printed as a table without --json", async () => {
    const table = addCommand("table", async () => ({
      data: [
        { keyId: "a", hint: "longer" },
        { keyId: "bb", hint: null },
      ],
    }));
    const streams = captureStreams();
    await runCommand(["table"], streams, { commands: [table] });
    expect(streams.stdout).toBe("KEY_ID  HINT\na       longer\nbb      -\n");
  });

  it("only a valid command opens the database", async () => {
    let opened = 0;
    const withDatabase = async <T>(work: () => Promise<T>) => {
      opened++;
      return work();
    };
    const stored = addEcho(true);
    const streams = captureStreams();
    await runCommand(["echo", "back"], streams, { commands: [stored], withDatabase });
    expect(opened).toBe(0);
    await runCommand(["echo", "back", "--text", "a"], streams, { commands: [stored], withDatabase });
    expect(opened).toBe(1);
  });
});

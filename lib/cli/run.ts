import { CommanderError } from "@commander-js/extra-typings";
import { withDatabase, withExistingDatabase } from "@/lib/launch/database";
import { type AddCommands, type CommandLine, type Outcome, type Streams, UsageError } from "./command";
import { describeError, formatOutput, toJson } from "./output";
import { createProgram } from "./program";

interface RunContext {
  commands: readonly AddCommands[];
  /** Runs `work` with the database ready. */
  withDatabase?: typeof withDatabase;
}

/**
 * Runs one command line and returns the exit code: 0 success, 1 something is wrong, 2 invalid command line. With
 * `--json`, exactly one JSON value goes to stdout in every case: the command's data, or `{"error": {code, message}}`.
 */
export async function runCommand(argv: string[], streams: Streams, context: RunContext): Promise<number> {
  const asJson = argv.includes("--json");
  try {
    const outcome = await perform(argv, streams, context);
    if (outcome.data === undefined) return outcome.exitCode ?? 0;
    const data = toJson(outcome.data);
    streams.out(`${asJson ? JSON.stringify(data) : (outcome.text ?? formatOutput(data))}\n`);
    return outcome.exitCode ?? 0;
  } catch (thrown) {
    const error = describeError(thrown);
    if (asJson)
      streams.out(`${JSON.stringify({ error: { ...error, message: error.message.split("\n\n")[0] } })}\n`);
    else streams.err(`${error.message}\n`);
    return error.code === "usage" ? 2 : 1;
  }
}

async function perform(argv: string[], streams: Streams, context: RunContext): Promise<Outcome> {
  let outcome: Outcome = { data: null };
  let written = "";
  const program = createProgram(argv, (text) => {
    written += text;
  });
  const report: CommandLine["report"] =
    (work, database = true) =>
    async (...args) => {
      const open = database === "as-is" ? withExistingDatabase : withDatabase;
      const run = () => work(...args);
      outcome = await (database ? (context.withDatabase ?? open)(run) : run());
    };
  const print: CommandLine["print"] = (work) => report(async (...args) => ({ data: await work(...args) }));
  for (const addCommands of context.commands) addCommands({ program, streams, report, print });
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const text = written.trimEnd();
    if (thrown.code !== "commander.helpDisplayed") throw new UsageError(text);
    outcome = { data: { usage: text }, text };
  }
  return outcome;
}

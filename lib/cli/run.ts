import { parseArgs } from "node:util";
import { withDatabase, withExistingDatabase } from "@/lib/launch/database";
import type { Command, Outcome, Streams } from "./command";
import { UsageError } from "./options";
import { describeError, formatOutput, toJson } from "./output";
import { commandUsage, overview } from "./usage";

interface RunContext {
  commands: readonly Command[];
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
  const { commands } = context;
  const words = argv.slice(0, argv.findIndex((word) => word.startsWith("-")) >>> 0);
  const command = findCommand(words, commands);
  if (!command) return withoutCommand(words, argv, commands);
  const rest = argv.slice(command.name.split(" ").length);
  if (rest.includes("--help")) return help(commandUsage(command));
  const input = readInput(command, rest);
  const work = () => command.run(input, streams);
  if (!command.database) return work();
  const open = command.database === "as-is" ? withExistingDatabase : withDatabase;
  return (context.withDatabase ?? open)(work);
}

/** Finds the command with this name; the last word may be its positional value. */
function findCommand(words: string[], commands: readonly Command[]): Command | undefined {
  const named = (given: string[]) => commands.find(({ name }) => name === given.join(" "));
  const outer = named(words.slice(0, -1));
  return named(words) ?? (outer && positionalOf(outer) ? outer : undefined);
}

const positionalOf = ({ options }: Command) =>
  Object.keys(options).find((name) => options[name]?.isPositional);

const help = (usage: string): Outcome => ({ data: { usage }, text: usage });

/** Returns the help if requested; otherwise throws a `UsageError` with the available commands. */
function withoutCommand(words: string[], argv: string[], commands: readonly Command[]): Outcome {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const usage = overview(group.length > 0 ? group : commands);
  if (argv.includes("--help")) return help(usage);
  throw new UsageError(words.length > 0 ? `There is no command "${words.join(" ")}".\n\n${usage}` : usage);
}

/** Reads a command's options strictly: unknown or repeated options and extra words are errors. */
function readInput(command: Command, args: string[]): Record<string, unknown> {
  const given = parseOptions(command, args);
  return Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => {
      const [value, ...others] = [given[name] ?? []].flat();
      try {
        if (others.length > 0) throw new Error("is given more than once");
        return [name, option.read(value === true ? "" : value === false ? undefined : value)];
      } catch (thrown) {
        const called = option.isPositional ? option.takes : `--${name}`;
        throw usageError(command, `${called} ${describeError(thrown).message}.`);
      }
    }),
  );
}

type Given = Record<string, (string | boolean)[] | string | boolean | undefined>;

function parseOptions(command: Command, args: string[]): Given {
  const options: Record<string, { type: "string" | "boolean"; multiple?: boolean }> = {
    json: { type: "boolean" },
  };
  const positional = positionalOf(command);
  for (const [name, { takes }] of Object.entries(command.options)) {
    if (name !== positional) options[name] = { type: takes ? "string" : "boolean", multiple: true };
  }
  try {
    const allowPositionals = positional !== undefined;
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
    return positional === undefined ? values : { ...values, [positional]: positionals };
  } catch (thrown) {
    throw usageError(command, describeError(thrown).message);
  }
}

function usageError(command: Command, what: string): UsageError {
  return new UsageError(`${what}\n\n${commandUsage(command)}`);
}

import { parseArgs } from "node:util";
import { withDatabase, withExistingDatabase } from "@/lib/launch/database";
import type { Command, Outcome, Streams } from "./command";
import { UsageError } from "./options";
import { describeThrown, layOut, toWire } from "./output";
import { commandUsage, overview } from "./usage";

interface Surroundings {
  commands: readonly Command[];
  /** Runs work with the database ready. */
  withDatabase?: typeof withDatabase;
}

/**
 * Runs one command line and answers the exit code: 0 done, 1 something is wrong, 2 not understood. With `--json`
 * exactly one JSON value goes to stdout, whatever happens: the command's data, or `{"error": {code, message}}`.
 */
export async function runCommand(
  argv: string[],
  streams: Streams,
  surroundings: Surroundings,
): Promise<number> {
  const asJson = argv.includes("--json");
  try {
    const outcome = await perform(argv, streams, surroundings);
    const data = toWire(outcome.data);
    streams.out(`${asJson ? JSON.stringify(data) : (outcome.text ?? layOut(data))}\n`);
    return outcome.exitCode ?? 0;
  } catch (thrown) {
    const error = describeThrown(thrown);
    if (asJson)
      streams.out(`${JSON.stringify({ error: { ...error, message: error.message.split("\n\n")[0] } })}\n`);
    else streams.err(`${error.message}\n`);
    return error.code === "usage" ? 2 : 1;
  }
}

async function perform(argv: string[], streams: Streams, surroundings: Surroundings): Promise<Outcome> {
  const { commands } = surroundings;
  const words = argv.slice(0, argv.findIndex((word) => word.startsWith("-")) >>> 0);
  const command = findCommand(words, commands);
  if (!command) return withoutCommand(words, argv, commands);
  const rest = argv.slice(command.name.split(" ").length);
  if (rest.includes("--help")) return help(commandUsage(command));
  const input = readInput(command, rest);
  const work = () => command.run(input, streams);
  if (!command.database) return work();
  const open = command.database === "as-is" ? withExistingDatabase : withDatabase;
  return (surroundings.withDatabase ?? open)(work);
}

/** The command that these words name; the last of them may be the value that a command takes by its place. */
function findCommand(words: string[], commands: readonly Command[]): Command | undefined {
  const named = (given: string[]) => commands.find(({ name }) => name === given.join(" "));
  const outer = named(words.slice(0, -1));
  return named(words) ?? (outer && positionalOf(outer) ? outer : undefined);
}

const positionalOf = ({ options }: Command) =>
  Object.keys(options).find((name) => options[name]?.isPositional);

const help = (usage: string): Outcome => ({ data: { usage }, text: usage });

/** Answers help where it was asked for, else says what is wrong and what there is. */
function withoutCommand(words: string[], argv: string[], commands: readonly Command[]): Outcome {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const usage = overview(group.length > 0 ? group : commands);
  if (argv.includes("--help")) return help(usage);
  throw new UsageError(words.length > 0 ? `There is no command "${words.join(" ")}".\n\n${usage}` : usage);
}

/** Reads a command's options strictly: an unknown one, a repeated one or a stray word is a mistake. */
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
        throw misuse(command, `${called} ${describeThrown(thrown).message}.`);
      }
    }),
  );
}

type Given = Record<string, (string | boolean)[] | string | boolean | undefined>;

function parseOptions(command: Command, args: string[]): Given {
  const options: Record<string, { type: "string" | "boolean"; multiple?: boolean }> = {
    json: { type: "boolean" },
  };
  const place = positionalOf(command);
  for (const [name, { takes }] of Object.entries(command.options)) {
    if (name !== place) options[name] = { type: takes ? "string" : "boolean", multiple: true };
  }
  try {
    const allowPositionals = place !== undefined;
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
    return place === undefined ? values : { ...values, [place]: positionals };
  } catch (thrown) {
    throw misuse(command, describeThrown(thrown).message);
  }
}

function misuse(command: Command, what: string): UsageError {
  return new UsageError(`${what}\n\n${commandUsage(command)}`);
}

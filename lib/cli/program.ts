import { Command, type CommandUnknownOpts, Help, type Option } from "@commander-js/extra-typings";

/**
 * Creates the program without its commands: strict parsing, help and error messages. It never ends the process: it
 * throws a `CommanderError` after writing the help, or the error and the help, to `write`.
 */
export function createProgram(argv: string[], write: (text: string) => void): Command {
  const program = new Command("takings")
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: (text) => write(rephrase(text)) })
    .configureHelp({
      showGlobalOptions: true,
      optionTerm: formatOption,
      commandUsage: formatUsage,
      formatHelp,
    })
    .showHelpAfterError()
    .helpOption("--help", "print this help")
    .helpCommand(false)
    // Reported by `requireStrict`, which names the argument.
    .allowExcessArguments()
    .hook("preSubcommand", deferMissingOptions)
    .hook("preAction", (_, command) => requireStrict(command, argv));
  program
    .option("--json", "print one JSON value on stdout and nothing else")
    .addHelpText("after", "\nRun takings COMMAND --help for the options of a command.");
  return program;
}

/**
 * Makes commander report an unknown option, which can be a misspelt required one, before a missing option:
 * `requireStrict` reports the options whose value is still null.
 */
function deferMissingOptions(program: CommandUnknownOpts): void {
  for (const command of leafCommands(program))
    for (const option of command.options)
      if (option.mandatory) command.setOptionValueWithSource(option.attributeName(), null, "default");
}

/** Rejects what commander accepts: missing options, repeated options, an option as another one's value, and surplus arguments. */
function requireStrict(command: CommandUnknownOpts, argv: string[]): void {
  const words = argv.slice(0, argv.indexOf("--") >>> 0);
  for (const option of command.options) {
    const { long = "", required } = option;
    if (command.getOptionValue(option.attributeName()) === null) command.error(`${long} is required.`);
    const given = words.filter((word) => word === long || word.startsWith(`${long}=`));
    if (given.length > 1) command.error(`${long} is given more than once.`);
    const value = words[words.indexOf(long) + 1];
    if (required && given[0] === long && value && /^-./.test(value))
      command.error(`${long} has no value. A value that starts with a dash is written ${long}="${value}".`);
  }
  const [argument] = command.registeredArguments;
  const [surplus] = command.args.slice(command.registeredArguments.length);
  if (surplus === undefined) return;
  command.error(argument ? `${argument.name()} is given more than once.` : `"${surplus}" is unexpected.`);
}

const MESSAGES: [RegExp, string][] = [
  [/^error: /, ""],
  [/^missing required argument '(.*)'/, "$1 is required."],
  [/^option '(--\S+).*?' argument '.*' is invalid\. /s, "$1 "],
  [/^command-argument value '.*' is invalid for argument '(\S+)'\. /s, "$1 "],
  [/(^--\S+ )Allowed choices are/, "$1must be one of"],
  [/^option '(--\S+)\b.*?' cannot be used with option '(--\S+)\b.*'/, "$1 and $2 exclude one another."],
  [/\n(?=\(Did you mean)/, " "],
];

/** Rephrases an error message of commander: which option, and what is wrong with it. */
function rephrase(message: string): string {
  return MESSAGES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message);
}

const formatOption = ({ flags }: Pick<Option, "flags">) => flags.replace(/[<>]/g, "");

/** Returns the name of a command after that of its group. */
export function fullName(command: CommandUnknownOpts): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

function formatUsage(command: CommandUnknownOpts): string {
  const name = command.parent ? `takings ${fullName(command)}` : command.name();
  if (command.commands.length > 0) return `${name} COMMAND [OPTIONS] [--json]`;
  const options = command.options.map((option) =>
    option.mandatory ? formatOption(option) : `[${formatOption(option)}]`,
  );
  const argumentNames = command.registeredArguments.map((argument) => argument.name());
  return [name, ...argumentNames, ...options, "[--json]"].join(" ");
}

/** Lists the commands of a group and of its groups. */
export function leafCommands({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => (command.commands.length > 0 ? leafCommands(command) : [command]));
}

function formatHelp(command: CommandUnknownOpts, help: Help): string {
  return new Help().formatHelp(
    command,
    Object.assign(help, { visibleCommands: leafCommands, subcommandTerm: fullName }),
  );
}

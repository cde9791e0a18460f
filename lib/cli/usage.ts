import type { Command } from "./command";
import type { Option, Options } from "./options";

const formatOption = (name: string, { takes, isPositional }: Option<unknown>) => {
  if (isPositional) return takes ?? name;
  return takes ? `--${name} ${takes}` : `--${name}`;
};

function synopsis(options: Options): string {
  return Object.entries(options)
    .map(([name, option]) =>
      option.required ? formatOption(name, option) : `[${formatOption(name, option)}]`,
    )
    .join(" ");
}

function alignColumns(pairs: [string, string][]): string {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

/** Formats the usage of one command. */
export function commandUsage(command: Command): string {
  const options: [string, string][] = Object.entries(command.options).map(([name, option]) => [
    formatOption(name, option),
    option.help,
  ]);
  const common: [string, string][] = [
    ["--json", "print one JSON value on stdout and nothing else"],
    ["--help", "print this"],
  ];
  return [
    `Usage: takings ${`${command.name} ${synopsis(command.options)}`.trim()} [--json]`,
    command.summary,
    alignColumns([...options, ...common]),
  ].join("\n\n");
}

/** Formats the list of all commands. */
export function overview(commands: readonly Command[]): string {
  return [
    "Usage: takings COMMAND [OPTIONS] [--json]",
    alignColumns(commands.map((command) => [command.name, command.summary])),
    "takings COMMAND --help lists a command's options.",
  ].join("\n\n");
}

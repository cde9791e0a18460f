import type { Command } from "./command";
import type { Option, Options } from "./options";

const spelled = (name: string, { takes, isPositional }: Option<unknown>) => {
  if (isPositional) return takes ?? name;
  return takes ? `--${name} ${takes}` : `--${name}`;
};

function synopsis(options: Options): string {
  return Object.entries(options)
    .map(([name, option]) => (option.required ? spelled(name, option) : `[${spelled(name, option)}]`))
    .join(" ");
}

function aligned(pairs: [string, string][]): string {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

/** How one command is used. */
export function commandUsage(command: Command): string {
  const options: [string, string][] = Object.entries(command.options).map(([name, option]) => [
    spelled(name, option),
    option.help,
  ]);
  const common: [string, string][] = [
    ["--json", "print one JSON value on stdout and nothing else"],
    ["--help", "print this"],
  ];
  return [
    `Usage: takings ${`${command.name} ${synopsis(command.options)}`.trim()} [--json]`,
    command.summary,
    aligned([...options, ...common]),
  ].join("\n\n");
}

/** Every command with what it does. */
export function overview(commands: readonly Command[]): string {
  return [
    "Usage: takings COMMAND [OPTIONS] [--json]",
    aligned(commands.map((command) => [command.name, command.summary])),
    "takings COMMAND --help tells a command's options.",
  ].join("\n\n");
}

import { Option } from "@commander-js/extra-typings";
import { COMMAND_LINE } from "@/lib/core/scope";
import { PROVIDER_NAMES } from "@/lib/env";
import { pairDevice, replaceDevice, unpairDevice } from "@/lib/terminals";
import type { CommandLine } from "../command";
import { filledText, instant } from "../options";

const terminal = new Option("--terminal <TERMINAL_ID>", "the terminal, pos_…")
  .argParser(filledText)
  .makeOptionMandatory();
const device = new Option("--device <SERIAL>", "the serial number or code in the bank's notifications")
  .argParser(filledText)
  .makeOptionMandatory();
const provider = new Option(
  "--provider <PROVIDER>",
  "the device's bank; required if several configured banks have terminals",
).choices(PROVIDER_NAMES);

/** Adds the commands that pair devices with terminals. */
export function addTerminalCommands({ program, print }: CommandLine): void {
  const terminals = program.command("terminals").description("The pairing of devices with terminals.");
  terminals
    .command("pair")
    .description("Pairs a device with a terminal: payments made on it from then on belong to the terminal.")
    .addOption(terminal)
    .addOption(device)
    .addOption(provider)
    .option("--from <TIME>", "the start of the pairing; default now", instant)
    .action(
      print(({ terminal: terminalId, ...input }) => pairDevice(COMMAND_LINE, { terminalId, ...input })),
    );
  terminals
    .command("unpair")
    .description("Ends the pairings of a terminal.")
    .addOption(terminal)
    .option("--to <TIME>", "the end of the pairings; default now", instant)
    .action(print(({ terminal: terminalId, to }) => unpairDevice(COMMAND_LINE, { terminalId, to })));
  terminals
    .command("replace")
    .description("Pairs another device with a terminal and ends the pairing of the present one.")
    .addOption(terminal)
    .addOption(device)
    .addOption(provider)
    .option("--at <TIME>", "the time of the replacement; default now", instant)
    .action(
      print(({ terminal: terminalId, at: from, ...input }) =>
        replaceDevice(COMMAND_LINE, { terminalId, from, ...input }),
      ),
    );
}

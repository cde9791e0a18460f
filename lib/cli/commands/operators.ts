import { COMMAND_LINE } from "@/lib/core/scope";
import { assignOperator } from "@/lib/operators";
import type { CommandLine } from "../command";
import { filledText, id, instant } from "../options";

/** Adds the command that assigns operators to terminals. */
export function addOperatorCommands({ program, print }: CommandLine): void {
  program
    .command("operators")
    .description("The operators of terminals.")
    .command("assign")
    .description("Assigns an operator to a terminal. Payments of that time are assigned to the operator.")
    .requiredOption("--terminal <TERMINAL_ID>", "the terminal, pos_…", filledText)
    .requiredOption("--operator <OPERATOR_ID>", "the operator, op_…", id("operator"))
    .option("--from <TIME>", "the start of the assignment; default now", instant)
    .option("--to <TIME>", "the end of the assignment; default open", instant)
    .action(
      print(({ terminal: terminalId, operator: operatorId, from, to }) =>
        assignOperator(COMMAND_LINE, { terminalId, operatorId, from, to }),
      ),
    );
}

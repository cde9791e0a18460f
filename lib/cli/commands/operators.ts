import { COMMAND_LINE } from "@/lib/core/scope";
import { assignOperator } from "@/lib/operators";
import { command } from "../command";
import { filledText, id, instant, optional, required } from "../options";

/** Commands that assign operators to terminals. */
export const operatorCommands = [
  command({
    name: "operators assign",
    summary: "Puts an operator on a terminal; payments of that time move to the operator.",
    options: {
      terminal: required("TERMINAL_ID", "the terminal, pos_…", filledText),
      operator: required("OPERATOR_ID", "the operator, op_…", id("operator")),
      from: optional("TIME", "from when on; now where not said", instant),
      to: optional("TIME", "until when; until further notice where not said", instant),
    },
    run: async ({ terminal, operator, from, to }) => {
      const request = { terminalId: terminal, operatorId: operator, from, to };
      return { data: await assignOperator(request, COMMAND_LINE) };
    },
  }),
];

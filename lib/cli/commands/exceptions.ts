import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { dismissException, listExceptions } from "@/lib/exceptions";
import { acceptSettlement, assignException } from "@/lib/intake";
import { getOrganisation } from "@/lib/organisations";
import { command } from "../command";
import { filledText, flag, id, optional, required } from "../options";

const exception = required("EXCEPTION_ID", "the exception, exc_…", id("exception"));

/** Commands that list and resolve exceptions. */
export const exceptionCommands = [
  command({
    name: "exceptions list",
    summary: "Lists what needs a person, newest first.",
    options: {
      organisation: optional("NAME", "only this organisation's; some belong to none", filledText),
      all: flag("the resolved ones too"),
    },
    run: async ({ organisation, all }) => {
      const owner = organisation === undefined ? undefined : await getOrganisation({ organisation });
      const found = await listExceptions({ organisation: owner?.organisationId, open: !all });
      return {
        data: found.map((one) => ({
          ...one,
          amount: formatKobo(one.amount),
          recordedAmount: one.recordedAmount === null ? null : formatKobo(one.recordedAmount),
        })),
      };
    },
  }),
  command({
    name: "exceptions assign",
    summary: "Records the payment of an exception in an open session.",
    options: { exception, session: required("SESSION_ID", "the session, ses_…", id("session")) },
    run: async (input) => {
      const request = { exceptionId: input.exception, sessionId: input.session };
      return { data: await assignException(request, COMMAND_LINE) };
    },
  }),
  command({
    name: "exceptions note",
    summary: "Resolves an exception with a note, or marks its money to be returned.",
    options: {
      exception,
      note: required("TEXT", "what was decided", filledText),
      "to-return": flag("the money is to be returned to its payer"),
      accept: flag("the bank's settlement line is right: settle the payment by it"),
    },
    run: async (input) => {
      const request = { exceptionId: input.exception, note: input.note };
      if (input.accept) {
        await acceptSettlement(request, COMMAND_LINE);
        return { data: { exceptionId: input.exception, resolution: "accepted" } };
      }
      const resolution = input["to-return"] ? "to_refund" : "dismissed";
      await dismissException({ ...request, resolution }, COMMAND_LINE);
      return { data: { exceptionId: input.exception, resolution } };
    },
  }),
];

import { Failure } from "@/lib/core/errors/errors";
import { deliverDue, describePause, getSendingPause, resumeSending } from "@/lib/webhooks";
import { command } from "../../command";
import { flag, UsageError } from "../../options";

/** The same time limit as the job route. */
const BUDGET_MS = 25_000;

/** Commands that send webhook events (§6) and end the pause after a restore. */
export const deliverCommands = [
  command({
    name: "deliver",
    summary: "Sends the events that are due, once, for at most 25 seconds.",
    options: {
      resume: flag("first end the pause of a restored copy, for every process"),
      "skip-backlog": flag("with --resume: do not send what waited when the backup was taken"),
    },
    run: async ({ resume, "skip-backlog": skipBacklog }) => {
      if (skipBacklog && !resume) throw new UsageError("--skip-backlog is given with --resume only.");
      if (!resume) await requireNotPaused();
      const resumption = resume ? await resumeSending({ skipBacklog }) : {};
      return { data: { ...resumption, ...(await deliverDue({ budgetMs: BUDGET_MS })) } };
    },
  }),
];

async function requireNotPaused(): Promise<void> {
  const pause = await getSendingPause();
  if (pause) throw new Failure("conflict", { detail: describePause(pause) });
}

import { Failure } from "@/lib/core/errors/errors";
import { deliverDue, describePause, getSendingPause, resumeSending } from "@/lib/webhooks";
import { type CommandLine, UsageError } from "../../command";

/** The same time limit as the job route. */
const BUDGET_MS = 25_000;

/** Adds the command that sends webhook events (§6) and ends the pause after a restore. */
export function addDeliverCommand({ program, print }: CommandLine): void {
  program
    .command("deliver")
    .description("Sends the due events once, for at most 25 seconds.")
    .option("--resume", "first end the pause of a restored copy, for every process")
    .option(
      "--skip-backlog",
      "with --resume: do not send the events that were pending at the time of the backup",
    )
    .action(
      print(async ({ resume, skipBacklog = false }) => {
        if (skipBacklog && !resume) throw new UsageError("--skip-backlog is given with --resume only.");
        if (!resume) await requireNotPaused();
        const resumption = resume ? await resumeSending({ skipBacklog }) : {};
        return { ...resumption, ...(await deliverDue({ budgetMs: BUDGET_MS })) };
      }),
    );
}

async function requireNotPaused(): Promise<void> {
  const pause = await getSendingPause();
  if (pause) throw new Failure("conflict", { detail: describePause(pause) });
}

import { deliverDue } from "@/lib/webhooks";
import { command } from "../command";

/** As long as the job route may take. */
const BUDGET_MS = 25_000;

/** Sends outgoing events (§6). */
export const deliverCommands = [
  command({
    name: "deliver",
    summary: "Sends the events that are due, once, for at most 25 seconds.",
    options: {},
    run: async () => ({ data: await deliverDue({ budgetMs: BUDGET_MS }) }),
  }),
];

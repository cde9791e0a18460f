import { forJob } from "@/lib/http/serve";
import { deliverDue, SendingReport } from "@/lib/webhooks";

/** Leaves a second of the 25 that the route may take for the answer itself. */
export const POST = forJob(SendingReport, () => deliverDue({ budgetMs: 24_000 }));

import { forJob } from "@/lib/http/serve";
import { deliverDue, SendingReport } from "@/lib/webhooks";

/** The route may take 25 s; one second is reserved for the response. */
export const POST = forJob(SendingReport, () => deliverDue({ budgetMs: 24_000 }));

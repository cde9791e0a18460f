import { notFound } from "@/lib/core/errors/errors";
import { type Verification, verifyTotals } from "@/lib/reconciliation";
import type { CommandLine } from "../../command";
import { id } from "../../options";

/** Adds the command that derives all totals again and compares them. */
export function addVerifyCommand({ program, report }: CommandLine): void {
  program
    .command("verify")
    .description(
      "Derives every total again, compares every payment with its stored notification, and prints each difference. Exits 1 if there is any.",
    )
    .option("--session <SESSION_ID>", "only this session, ses_…", id("session"))
    .action(
      report(async ({ session }) => {
        const data = await verifyTotals({ sessionId: session });
        if (session && data.sessions === 0) throw notFound("session");
        return { data, text: formatVerification(data), exitCode: data.differences.length > 0 ? 1 : 0 };
      }),
    );
}

/** Formats a verification: each difference, and how many there are. */
export function formatVerification({
  sessions,
  differences,
  omitted = 0,
  erased = 0,
  pastRetention = 0,
  notificationsPastRetention = 0,
}: Verification) {
  const lines = differences.map(
    (one) => `${one.sessionId ?? "no session"}: ${one.what}: kept ${one.kept}, derived ${one.derived}`,
  );
  if (omitted > 0) lines.push(`${omitted} more are not listed.`);
  if (erased > 0)
    lines.push(`Notifications past the retention of payers' data, compared without them: ${erased}.`);
  if (pastRetention > 0)
    lines.push(`Events whose attempts are past retention, compared without them: ${pastRetention}.`);
  if (notificationsPastRetention > 0)
    lines.push(
      `Payments whose bank notifications are past retention, compared without their bodies: ${notificationsPastRetention}.`,
    );
  return [...lines, `Sessions: ${sessions}. Differences: ${differences.length + omitted}.`].join("\n");
}

import { notFound } from "@/lib/core/errors/errors";
import { type Verification, verifyTotals } from "@/lib/reconciliation";
import { command } from "../../command";
import { id, optional } from "../../options";

/** Commands that derive all totals again and compare them. */
export const verifyCommands = [
  command({
    name: "verify",
    summary:
      "Derives every total again, compares every payment with its stored notification, and prints each difference; exits 1 on any.",
    options: { session: optional("SESSION_ID", "only this session", id("session")) },
    run: async ({ session }) => {
      const data = await verifyTotals({ sessionId: session });
      if (session && data.sessions === 0) throw notFound("session");
      return { data, text: formatVerification(data), exitCode: data.differences.length > 0 ? 1 : 0 };
    },
  }),
];

/** Formats a verification: each difference, and how many there are. */
export function formatVerification({ sessions, differences, omitted = 0 }: Verification) {
  const lines = differences.map(
    (one) => `${one.sessionId ?? "no session"}: ${one.what}: kept ${one.kept}, derived ${one.derived}`,
  );
  if (omitted > 0) lines.push(`${omitted} more are not listed.`);
  return [...lines, `Sessions: ${sessions}. Differences: ${differences.length + omitted}.`].join("\n");
}

import { notFound } from "@/lib/core/errors";
import { verifyTotals } from "@/lib/reconciliation";
import { command } from "../command";
import { id, optional } from "../options";

/** Derives every figure again. */
export const verifyCommands = [
  command({
    name: "verify",
    summary: "Derives every total again from the transactions and prints each difference; exits 1 on any.",
    options: { session: optional("SESSION_ID", "only this session", id("session")) },
    run: async ({ session }) => {
      const data = await verifyTotals({ sessionId: session });
      if (session && data.sessions === 0) throw notFound("session");
      const lines = data.differences.map(
        (one) => `${one.sessionId}: ${one.what}: kept ${one.kept}, derived ${one.derived}`,
      );
      const verdict = `Sessions: ${data.sessions}. Differences: ${data.differences.length}.`;
      return { data, text: [...lines, verdict].join("\n"), exitCode: lines.length > 0 ? 1 : 0 };
    },
  }),
];

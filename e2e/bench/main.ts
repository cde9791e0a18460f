import { withDatabase } from "@/lib/launch/database";
import { requireNoDifference } from "./setup";

/**
 * Runs a measurement with a database, and ends the process: with 0 once every total agrees with the transactions, else
 * with 1 and what went wrong on stderr. A signal ends it too, and leaves no database running.
 */
export async function runMeasurement(measure: () => Promise<void>): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  const whole = async () => {
    await measure();
    process.stdout.write(`${await requireNoDifference()}\n`);
  };
  try {
    await withDatabase(() => Promise.race([whole(), interrupted]));
    process.exit(0);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exit(1);
  }
}

import { withDatabase } from "@/lib/launch/database";
import { assertNoDifference } from "./setup";

/**
 * Runs a measurement with a database and ends the process: with 0 if every total agrees with the transactions,
 * otherwise with 1 and the error on stderr. A signal stops the database as well.
 */
export async function runMeasurement(measure: () => Promise<void>): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  const whole = async () => {
    await measure();
    process.stdout.write(`${await assertNoDifference()}\n`);
  };
  try {
    await withDatabase(() => Promise.race([whole(), interrupted]));
    process.exit(0);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exit(1);
  }
}

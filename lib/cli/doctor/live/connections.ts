import {
  getProvider,
  isOrganisationsConnection,
  issuesAccounts,
  type LiveConnection,
  runPaced,
} from "@/lib/bank";
import { tryCredentials, webhookUrlOf } from "@/lib/bank-connections";
import { isFailure } from "@/lib/core/errors/errors";
import { describeError } from "../../output";
import { type Finding, type LiveCheck, notTried, ok, problem } from "./check";
import { checkClock } from "./clock";
import { checkWebhookUrl } from "./webhook-url";

/**
 * Checks live connections: the banks in parallel, the connections of one bank one after another, at its pace. Each log-in of
 * this command can end the session of the running service at a bank that keeps one; the service logs in again.
 */
export async function checkConnections(
  connections: readonly LiveConnection[],
  lastNotifications: ReadonlyMap<string, Date>,
): Promise<LiveCheck[]> {
  const banks = [...new Set(connections.map(({ provider }) => provider))];
  const checks = await Promise.all(
    banks.map(async (bank) => {
      const ofBank = connections.filter(({ provider }) => provider === bank);
      const clock = await checkClock(ofBank[0]?.context.baseUrl ?? "");
      const found: LiveCheck[] = [];
      for (const connection of ofBank)
        found.push(...(await checkConnection(connection, clock, lastNotifications.get(connection.id))));
      return found;
    }),
  );
  return checks.flat();
}

async function checkConnection(
  connection: LiveConnection,
  clock: Finding,
  lastNotifiedAt: Date | undefined,
): Promise<LiveCheck[]> {
  const { id: subject } = connection;
  return [
    { subject, check: "credentials", ...(await checkCredentials(connection)) },
    { subject, check: "accounts", ...checkAccounts(connection) },
    { subject, check: "clock", ...clock },
    { subject, check: "webhook_url", ...(await checkWebhookUrl(webhookUrlOf(subject))) },
    { subject, check: "last_notification", ...checkLastNotification(subject, lastNotifiedAt) },
  ];
}

/** Tries the token and the list of payments. Never throws. */
export async function checkCredentials(connection: LiveConnection): Promise<Finding> {
  const { id, provider, context } = connection;
  try {
    const result = await runPaced(connection, () => tryCredentials(provider.name, context.credentials));
    if (result === "accepted")
      return ok("The bank accepts the credentials, and its list of payments is readable.");
    return notTried(
      "The bank has no API with which the credentials can be tested.",
      "Make a payment to test the secret.",
    );
  } catch (thrown) {
    const { message } = describeError(thrown);
    if (isFailure(thrown) && thrown.code === "bank_refused")
      return problem(
        message,
        isOrganisationsConnection(id)
          ? `Replace them: takings connections rotate --connection ${id}`
          : `Correct the settings that begin with ${provider.name.toUpperCase()}_, and restart every process.`,
      );
    const cause = (isFailure(thrown) && thrown.internal) || message;
    return problem(
      `The bank did not answer as it should: ${cause}.`,
      `Check that this machine reaches ${context.baseUrl}, and the bank's status page; then try again.`,
    );
  }
}

/** Whether the connection opens accounts. Not tried at the bank, because that would open one. */
function checkAccounts({ provider, context: { credentials } }: LiveConnection): Finding {
  if (issuesAccounts(provider.name, credentials))
    return ok("Live sessions can have accounts here. None was opened to try it.");
  const { provisionAccount, accountSettings = [] } = getProvider(provider.name);
  if (!provisionAccount)
    return notTried("The service opens no accounts at this bank.", "Attach one: takings accounts attach");
  return notTried("It only receives notifications.", `Set ${accountSettings.join(", ")} to open accounts.`);
}

function checkLastNotification(id: string, at: Date | undefined): Finding {
  if (at) return ok(`The last verified notification arrived at ${at.toISOString()}.`);
  return notTried(
    "No verified notification has arrived yet, and no bank documents a test notification.",
    `Enter the webhook URL of ${id} at the bank, and pay ₦100 into a live event.`,
  );
}

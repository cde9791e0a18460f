import { listClosures, type OpenAccount } from "@/lib/accounts";
import { MAX_LIST_FAILURES } from "@/lib/bank-connections";
import { type ListState, readListStates } from "@/lib/catch-up";

/** What the service asks the banks by itself. */
export interface BankReport {
  /** The list of payments of each connection that has been asked. */
  lists: ListState[];
  /** Accounts of closed events that are still open at their bank. */
  openAccounts: OpenAccount[];
}

/** Reads the state of the banks' lists and of the accounts that wait to be closed. */
export async function inspectBanks(): Promise<BankReport> {
  return { lists: await readListStates(), openAccounts: await listClosures() };
}

/** Lists the problems with the banks, each with its remedy. */
export function findBankProblems({ lists, openAccounts }: BankReport): string[] {
  const silent = lists.flatMap(({ bankConnectionId, silentSince }) =>
    silentSince
      ? `${bankConnectionId} has sent no notification since ${silentSince.toISOString()}, although its list has payments. Check the webhook URL at the bank. The payments are recorded from the list.`
      : [],
  );
  const failing = lists.flatMap(({ bankConnectionId, failureCount, lastError, listedUntil }) =>
    failureCount >= MAX_LIST_FAILURES
      ? `The list of payments of ${bankConnectionId} has not been read since ${listedUntil.toISOString()}: ${lastError}`
      : [],
  );
  const refused = openAccounts.flatMap(({ sessionId, state, reason }) =>
    state === "refused" ? `The account of ${sessionId} could not be closed at the bank: ${reason}` : [],
  );
  return [...silent, ...failing, ...refused];
}

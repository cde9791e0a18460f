import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { findLiveConnection } from "../connections";
import type { ClosableAccount } from "../provider";
import { runPaced } from "./pacing";

/**
 * Closes an account at its bank. Returns `absent` if the bank has no such open account. Throws `Failure("bank_refused")` if
 * the connection is not configured any more, its bank documents no way to close an account, or it refuses for good;
 * `Failure("unavailable")` if it fails.
 */
export async function closeAccountAtBank(
  id: Id<"bankConnection">,
  account: ClosableAccount,
): Promise<"closed" | "absent"> {
  const connection = await findLiveConnection(id);
  if (!connection) throw impossible("The bank's connection is not configured any more.");
  const { closeAccount } = connection.provider;
  if (!closeAccount)
    throw impossible("The bank documents no way to close an account; ask the bank to close it.");
  return runPaced(connection, () => closeAccount(account, connection.context));
}

const impossible = (detail: string) => new Failure("bank_refused", { detail });

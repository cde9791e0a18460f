import type { LiveConnection } from "../connections";
import type { ListedPage, ListRequest } from "../provider";
import { runPaced } from "./pacing";

/**
 * Lists a page of a connection's incoming payments, at its pace. Throws what the adapter's `listSince` throws, and an error
 * if the bank has no list.
 */
export async function listPage(
  { id, provider, context }: LiveConnection,
  request: ListRequest,
): Promise<ListedPage> {
  const { listSince, callsPerSecond } = provider;
  if (!listSince) throw new Error(`${provider.name} has no list of payments`);
  return runPaced(id, callsPerSecond, () => listSince(request, context));
}

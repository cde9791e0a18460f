import type { LiveConnection } from "../connections";
import type { ListedPage, ListRequest } from "../provider";
import { runPaced } from "./pacing";

/**
 * Lists a page of a connection's incoming payments, at its pace. Throws what the adapter's `listSince` throws, and an error
 * if the bank has no list.
 */
export async function listPage(connection: LiveConnection, request: ListRequest): Promise<ListedPage> {
  const { provider, context } = connection;
  const { listSince } = provider;
  if (!listSince) throw new Error(`${provider.name} has no list of payments`);
  return runPaced(connection, () => listSince(request, context));
}

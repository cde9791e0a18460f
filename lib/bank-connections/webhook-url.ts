import { isOrganisationsConnection } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { BANK_WEBHOOK_PATH, connectionWebhookPath } from "@/lib/core/paths";
import { env } from "@/lib/env";

/** Returns the address to which a connection's bank must send its notifications. */
export function webhookUrlOf(id: Id<"bankConnection">): string {
  const path = isOrganisationsConnection(id) ? connectionWebhookPath(id) : BANK_WEBHOOK_PATH;
  return `${env().authUrl.replace(/\/+$/, "")}${path}`;
}

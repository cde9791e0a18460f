import type { Id } from "@/lib/core/ids";
import { connectionWebhookPath } from "@/lib/core/paths";
import { env } from "@/lib/env";

/** Returns the address to which a connection's bank must send its notifications. */
export const webhookUrlOf = (id: Id<"bankConnection">): string =>
  `${env().authUrl.replace(/\/+$/, "")}${connectionWebhookPath(id)}`;

import { COMMAND_LINE } from "@/lib/core/scope";
import { NOTIFICATION_OUTCOMES } from "@/lib/db/schema";
import { PROVIDER_NAMES } from "@/lib/env";
import { listNotifications, reprocessNotification, showNotification } from "@/lib/intake";
import { command } from "../command";
import { id, oneOf, optional, required } from "../options";

const notification = required("NOTIFICATION_ID", "the notification, ntc_…", id("notification"));

/** Commands that list, show and reprocess bank notifications. */
export const notificationCommands = [
  command({
    name: "notifications list",
    summary: "Lists stored bank notifications, newest first, a hundred at a time.",
    options: {
      outcome: optional("OUTCOME", NOTIFICATION_OUTCOMES.join(", "), oneOf(NOTIFICATION_OUTCOMES)),
      provider: optional("PROVIDER", "only this bank's", oneOf(PROVIDER_NAMES)),
      before: optional("NOTIFICATION_ID", "only those older than this one", id("notification")),
    },
    run: async (input) => ({ data: await listNotifications(input) }),
  }),
  command({
    name: "notifications show",
    summary:
      "Shows a stored notification with its body as it came; it can hold account numbers, and the audit trail records it.",
    options: { notification },
    run: async (input) => ({ data: await showNotification(input.notification, COMMAND_LINE) }),
  }),
  command({
    name: "notifications reprocess",
    summary: "Processes a stored notification again with the adapter of today; nothing is counted twice.",
    options: { notification },
    run: async (input) => ({ data: await reprocessNotification(input.notification, COMMAND_LINE) }),
  }),
];

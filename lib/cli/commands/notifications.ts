import { Option } from "@commander-js/extra-typings";
import { COMMAND_LINE } from "@/lib/core/scope";
import { NOTIFICATION_OUTCOMES } from "@/lib/db/schema";
import { PROVIDER_NAMES } from "@/lib/env";
import { listNotifications, reprocessNotification, showNotification } from "@/lib/intake";
import type { CommandLine } from "../command";
import { id } from "../options";

const notification = new Option("--notification <NOTIFICATION_ID>", "the notification, ntc_…")
  .argParser(id("notification"))
  .makeOptionMandatory();

/** Adds the commands that list, show and reprocess bank notifications. */
export function addNotificationCommands({ program, print }: CommandLine): void {
  const notifications = program.command("notifications").description("The stored bank notifications.");
  notifications
    .command("list")
    .description("Lists stored bank notifications, newest first, a hundred at a time.")
    .addOption(
      new Option("--outcome <OUTCOME>", "only those with this outcome").choices(NOTIFICATION_OUTCOMES),
    )
    .addOption(new Option("--provider <PROVIDER>", "only those of this bank").choices(PROVIDER_NAMES))
    .option("--before <NOTIFICATION_ID>", "only those older than this one", id("notification"))
    .action(print((input) => listNotifications(input)));
  notifications
    .command("show")
    .description(
      "Prints a stored notification with its body as received, which can contain account numbers. The audit log records it.",
    )
    .addOption(notification)
    .action(print((input) => showNotification(COMMAND_LINE, input.notification)));
  notifications
    .command("reprocess")
    .description("Processes a stored notification again with the present adapter. Nothing is counted twice.")
    .addOption(notification)
    .action(print((input) => reprocessNotification(COMMAND_LINE, input.notification)));
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "@/lib/core/scope";
import {
  getReplay,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  replayDelivery,
  resumeWebhookEndpoint,
  runReplays,
  startReplay,
} from "@/lib/webhooks";
import { type CommandLine, type Streams, UsageError } from "../../command";
import { id, instant, mode, organisation } from "../../options";
import { commandLineScope } from "../../scope";
import { addOrganisationEndpointCommands, endpoint } from "./organisation-endpoints";

/** Adds the commands that list, add, change, remove, pause and resume webhook endpoints, and replay events (§6). */
export function addEndpointCommands(commandLine: CommandLine): void {
  const { program, print, streams } = commandLine;
  const endpoints = program.command("endpoints").description("The webhook endpoints of organisations.");
  addOrganisationEndpointCommands(endpoints, commandLine);
  endpoints
    .command("list")
    .description("Lists the webhook endpoints of an organisation, each with its health.")
    .addOption(organisation)
    .addOption(mode)
    .action(print(async (input) => listWebhookEndpoints(await commandLineScope(input))));
  endpoints
    .command("pause")
    .description("Stops sending to an endpoint until it is resumed. Its events wait.")
    .addOption(organisation)
    .addOption(mode)
    .addOption(endpoint)
    .action(
      print(async (input) => {
        await pauseWebhookEndpoint(await commandLineScope(input), input.endpoint);
        return { endpointId: input.endpoint, health: "paused" };
      }),
    );
  endpoints
    .command("resume")
    .description("Sends to an endpoint again, pending events first.")
    .addOption(organisation)
    .addOption(mode)
    .addOption(endpoint)
    .action(
      print(async (input) => {
        await resumeWebhookEndpoint(await commandLineScope(input), input.endpoint);
        return { endpointId: input.endpoint, health: "healthy" };
      }),
    );
  program
    .command("events")
    .description("Webhook events.")
    .command("replay")
    .description(
      "Sends events again: one, or all that failed since a time. Their ids and bytes stay the same.",
    )
    .addOption(organisation)
    .addOption(mode)
    .option("--event <EVENT_ID>", "this event, evt_…, in any state", id("delivery"))
    .option("--failed-since <TIME>", "all events that failed since then", instant)
    .option("--session <SESSION_ID>", "with --failed-since: only this session's, ses_…", id("session"))
    .option(
      "--endpoint <ENDPOINT_ID>",
      "with --failed-since: only this endpoint's, we_…",
      id("webhookEndpoint"),
    )
    .action(
      print(
        async ({ event, failedSince: since, session: sessionId, endpoint: webhookEndpointId, ...input }) => {
          const scope = await commandLineScope(input);
          if (event && !since && !sessionId && !webhookEndpointId)
            return { replayed: (await replayDelivery(scope, event)) ? 1 : 0 };
          if (!since || event) {
            throw new UsageError(
              "Give --event alone, or --failed-since with or without --session and --endpoint.",
            );
          }
          const { id: replayId } = await startReplay(scope, { since, sessionId, webhookEndpointId });
          return waitForReplay(scope, replayId, streams);
        },
      ),
    );
}

const LOOK_MS = 500;

/** Carries out the replay, or waits while a service does, and shows its progress. */
async function waitForReplay(
  scope: Scope,
  replayId: Parameters<typeof getReplay>[1],
  { err, isTerminal }: Streams,
) {
  for (;;) {
    await runReplays();
    const { replayed, total, finished_at: finishedAt } = await getReplay(scope, replayId);
    if (isTerminal) err(`\r${replayed} of ${total} events are due again${finishedAt ? "\n" : ""}`);
    if (finishedAt) return { replayed };
    await sleep(LOOK_MS);
  }
}

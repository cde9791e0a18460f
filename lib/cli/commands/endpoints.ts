import { Option } from "@commander-js/extra-typings";
import {
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  replayDelivery,
  replayFailed,
  resumeWebhookEndpoint,
} from "@/lib/webhooks";
import { type CommandLine, UsageError } from "../command";
import { id, instant, mode, organisation } from "../options";
import { commandLineScope } from "../scope";

const endpoint = new Option("--endpoint <ENDPOINT_ID>", "the endpoint, we_…, as listed by `endpoints list`")
  .argParser(id("webhookEndpoint"))
  .makeOptionMandatory();

/** Adds the commands that list, pause and resume webhook endpoints, and replay events (§6). */
export function addEndpointCommands({ program, print }: CommandLine): void {
  const endpoints = program.command("endpoints").description("The webhook endpoints of organisations.");
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
    .action(
      print(async ({ event, failedSince: since, session: sessionId, ...input }) => {
        const scope = await commandLineScope(input);
        if (event && !since && !sessionId) return { replayed: (await replayDelivery(scope, event)) ? 1 : 0 };
        if (!since || event) {
          throw new UsageError("Give --event alone, or --failed-since with or without --session.");
        }
        return { replayed: await replayFailed(scope, { since, sessionId }) };
      }),
    );
}

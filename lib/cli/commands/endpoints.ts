import {
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  replayDelivery,
  replayFailed,
  resumeWebhookEndpoint,
} from "@/lib/webhooks";
import { command } from "../command";
import { defaulted, filledText, id, instant, oneOf, optional, required, UsageError } from "../options";
import { commandLineScope } from "../scope";

const organisationOptions = {
  organisation: required("NAME", "the organisation's name", filledText),
  mode: defaulted("MODE", "test (the default) or live", oneOf(["test", "live"]), "test"),
};
const endpoint = required(
  "ENDPOINT_ID",
  "the endpoint, we_…, as `endpoints list` shows it",
  id("webhookEndpoint"),
);

/** Commands that list webhook endpoints with their health, pause and resume them, and replay events (§6). */
export const endpointCommands = [
  command({
    name: "endpoints list",
    summary: "Lists where an organisation's events go and how each receiver is doing.",
    options: organisationOptions,
    run: async (input) => ({ data: await listWebhookEndpoints(await commandLineScope(input)) }),
  }),
  command({
    name: "endpoints pause",
    summary: "Sends nothing to an endpoint until it is resumed; its events wait.",
    options: { ...organisationOptions, endpoint },
    run: async (input) => {
      await pauseWebhookEndpoint(await commandLineScope(input), input.endpoint);
      return { data: { endpointId: input.endpoint, health: "paused" } };
    },
  }),
  command({
    name: "endpoints resume",
    summary: "Sends to an endpoint again, what waits first of all.",
    options: { ...organisationOptions, endpoint },
    run: async (input) => {
      await resumeWebhookEndpoint(await commandLineScope(input), input.endpoint);
      return { data: { endpointId: input.endpoint, health: "healthy" } };
    },
  }),
  command({
    name: "events replay",
    summary: "Sends events again: one, or all that failed since a time. Their ids and bytes stay the same.",
    options: {
      ...organisationOptions,
      event: optional("EVENT_ID", "this event, evt_…, whatever became of it", id("delivery")),
      "failed-since": optional("TIME", "every event that was given up since then", instant),
      session: optional("SESSION_ID", "of those, only this session's", id("session")),
    },
    run: async ({ event, "failed-since": since, session: sessionId, ...input }) => {
      const scope = await commandLineScope(input);
      if (event && !since && !sessionId) {
        return { data: { replayed: (await replayDelivery(scope, event)) ? 1 : 0 } };
      }
      if (!since || event) {
        throw new UsageError("Give --event alone, or --failed-since with or without --session.");
      }
      return { data: { replayed: await replayFailed(scope, { since, sessionId }) } };
    },
  }),
];

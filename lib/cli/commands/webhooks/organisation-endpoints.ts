import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { EVENT_TYPES, type EventType } from "@/lib/core/transaction";
import { rotateSigningSecret, showSigningSecrets } from "@/lib/organisations";
import {
  changeWebhookUrl,
  createOrganisationEndpoint,
  getOrganisationEndpoint,
  removeOrganisationEndpoint,
  updateOrganisationEndpoint,
} from "@/lib/webhooks";
import type { CommandLine } from "../../command";
import { filledText, id, mode, organisation } from "../../options";
import { commandLineScope } from "../../scope";

/** The endpoint that a command is about. */
export const endpoint = new Option(
  "--endpoint <ENDPOINT_ID>",
  "the endpoint, we_…, as listed by `endpoints list`",
)
  .argParser(id("webhookEndpoint"))
  .makeOptionMandatory();

const DEFAULT_EVENTS: EventType[] = ["transaction.received"];

const eventTypes = (text: string): EventType[] => {
  const names = text.split(",").map((name) => name.trim());
  const types = EVENT_TYPES.filter((type) => names.includes(type));
  if (types.length === names.length) return types;
  throw new InvalidArgumentError(`must be a comma-separated list of ${EVENT_TYPES.join(", ")}.`);
};

/** Parses the piped headers, one `Name: value` a line. The values are secrets, so they are not command line arguments. */
function parseHeaderLines(text: string): Record<string, string> | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Adds the commands of organisation-wide endpoints, and the one that changes the webhook URL of a session. */
export function addOrganisationEndpointCommands(
  endpoints: Command,
  { print, streams }: Pick<CommandLine, "print" | "streams">,
): void {
  endpoints
    .command("add")
    .description(
      "Adds an endpoint that receives the events of all sessions. Custom headers are read from stdin, one `Name: value` a line.",
    )
    .addOption(organisation)
    .addOption(mode)
    .requiredOption("--url <URL>", "where the events are sent", filledText)
    .option("--events <TYPES>", "the types of events, comma-separated", eventTypes, DEFAULT_EVENTS)
    .option("--name <NAME>", "a display name", filledText)
    .action(
      print(async ({ url, name = "", events, ...input }) => {
        const scope = await commandLineScope(input);
        const headers = parseHeaderLines(await streams.readInput());
        const endpointId = await createOrganisationEndpoint(scope, {
          name,
          url,
          eventTypes: events,
          headers,
        });
        const [current] = await showSigningSecrets(scope, endpointId);
        return { endpointId, secret: current?.secret };
      }),
    );
  endpoints
    .command("change")
    .description("Changes an organisation-wide endpoint. Piped headers replace its custom headers.")
    .addOption(organisation)
    .addOption(mode)
    .addOption(endpoint)
    .option("--url <URL>", "where the events are sent", filledText)
    .option("--events <TYPES>", "the types of events, comma-separated", eventTypes)
    .option("--name <NAME>", "a display name", filledText)
    .action(
      print(async ({ endpoint: endpointId, url, name, events, ...input }) => {
        const scope = await commandLineScope(input);
        const now = await getOrganisationEndpoint(scope, endpointId);
        await updateOrganisationEndpoint(scope, endpointId, {
          name: name ?? now.name,
          url: url ?? now.url,
          eventTypes: events ?? now.event_types,
          headers: parseHeaderLines(await streams.readInput()),
        });
        return { endpointId };
      }),
    );
  endpoints
    .command("remove")
    .description("Removes an organisation-wide endpoint. Its waiting events have failed.")
    .addOption(organisation)
    .addOption(mode)
    .addOption(endpoint)
    .action(
      print(async ({ endpoint: endpointId, ...input }) => {
        await removeOrganisationEndpoint(await commandLineScope(input), endpointId);
        return { endpointId };
      }),
    );
  endpoints
    .command("rotate-secret")
    .description(
      "Activates a new secret of an organisation-wide endpoint. The old one signs for another 24 hours.",
    )
    .addOption(organisation)
    .addOption(mode)
    .addOption(endpoint)
    .action(
      print(async ({ endpoint: endpointId, ...input }) =>
        rotateSigningSecret(await commandLineScope(input), endpointId),
      ),
    );
  endpoints
    .command("set-url")
    .description(
      "Changes the webhook URL of a session. Its waiting events follow, with the same ids and bodies.",
    )
    .addOption(organisation)
    .addOption(mode)
    .requiredOption("--session <SESSION_ID>", "the session, ses_…", id("session"))
    .requiredOption("--url <URL>", "where its events are sent", filledText)
    .action(
      print(async ({ session: sessionId, url, ...input }) => ({
        sessionId,
        ...(await changeWebhookUrl(await commandLineScope(input), sessionId, url)),
      })),
    );
}

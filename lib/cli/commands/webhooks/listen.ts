import { Option } from "@commander-js/extra-typings";
import { Failure } from "@/lib/core/errors/errors";
import { loadSettings } from "@/lib/env";
import { type CommandLine, type Outcome, type Streams, UsageError } from "../../command";
import { filledText, webAddress } from "../../options";
import { serviceUrl } from "../../service-url";
import { forwardEvents } from "./forward-events";
import { ListenerClient } from "./listener-client";

interface ListenInput {
  forwardTo: string;
  apiKey?: string | undefined;
  url?: string | undefined;
}

/** Adds the command that forwards the events of a test organisation to this machine. */
export function addListenCommand({ program, report, streams }: CommandLine): void {
  program
    .command("listen")
    .description(
      "Forwards the events of a test organisation to a local receiver, until Ctrl-C. Needs no public address.",
    )
    .requiredOption(
      "--forward-to <URL>",
      "the local receiver, such as http://localhost:4000/hook",
      webAddress,
    )
    .addOption(
      new Option("--api-key <KEY>", "a test key with the scope write")
        .env("TAKINGS_API_KEY")
        .argParser(filledText),
    )
    .option("--url <URL>", "the address of the service; default from HOST and PORT", webAddress)
    .action(report((input) => listen(input, streams), false));
}

async function listen({ forwardTo, apiKey, url }: ListenInput, streams: Streams): Promise<Outcome> {
  if (!apiKey) throw new UsageError("Give a test key: --api-key or TAKINGS_API_KEY.");
  if (apiKey.startsWith("tk_live_"))
    throw new Failure("insufficient_scope", {
      detail: "Events of live mode are not forwarded. Use a test key.",
    });
  const client = new ListenerClient(url ?? serviceUrl(loadSettings()), apiKey);
  const counts = await forwardEvents(client, forwardTo, streams);
  return { data: counts };
}

import { Option } from "@commander-js/extra-typings";
import { HOUR_MS } from "@/lib/core/time/durations";
import { getOrganisation } from "@/lib/organisations";
import { getRequest, searchRequests } from "@/lib/request-log";
import type { CommandLine } from "../command";
import { filledText, id, instant, mode, organisation, wholeNumber } from "../options";
import { formatOutput, toJson } from "../output";

const scopeOf = async ({
  organisation: name,
  mode: chosen,
}: {
  organisation: string;
  mode: "test" | "live";
}) => ({
  ...(await getOrganisation({ organisation: name })),
  mode: chosen,
});

/** Adds the commands that read the request log. */
export function addRequestCommands({ program, print, report }: CommandLine): void {
  const requests = program.command("requests").description("The calls of the API with an API key.");
  requests
    .command("list")
    .description(
      "Lists the calls of an organisation, newest first, with the id from which the next page begins.",
    )
    .addOption(organisation)
    .addOption(mode)
    .addOption(
      new Option(
        "--search <TEXT>",
        "a request id, a session id, a status or the beginning of a path",
      ).argParser(filledText),
    )
    .addOption(new Option("--method <METHOD>", "such as POST").argParser(filledText))
    .addOption(new Option("--key <KEY_ID>", "the key, key_…").argParser(id("apiKey")))
    .addOption(new Option("--errors", "only statuses from 400 on"))
    .addOption(new Option("--since <TIME>", "from when on; default an hour ago").argParser(instant))
    .addOption(new Option("--until <TIME>", "until when").argParser(instant))
    .addOption(new Option("--before <REQUEST_ID>", "the next page").argParser(id("request")))
    .addOption(new Option("--limit <NUMBER>", "how many").argParser(wholeNumber(1, 1_000)).default(50))
    .action(
      report(async ({ search, key, errors = false, since = new Date(Date.now() - HOUR_MS), ...input }) => {
        const query = { ...input, q: search, keyId: key, onlyErrors: errors, since };
        const data = await searchRequests(await scopeOf(input), query);
        const more = data.next === null ? "" : `\nNext page: --before ${data.next}`;
        return { data, text: formatOutput(toJson(data.rows)) + more };
      }),
    );
  requests
    .command("show")
    .description("Returns a call with its bodies, without secrets, account numbers and personal data.")
    .addOption(
      new Option("--request <REQUEST_ID>", "the id, req_…, as in an error and in x-request-id")
        .argParser(id("request"))
        .makeOptionMandatory(),
    )
    .addOption(organisation)
    .addOption(mode)
    .action(print(async (input) => getRequest(await scopeOf(input), input.request)));
}

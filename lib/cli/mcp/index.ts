import { clientApiKey, loadSettings } from "@/lib/env";
import { type CommandLine, UsageError } from "../command";
import { serviceAddress } from "../options";
import { serviceUrl } from "../service-url";
import { withKeyScope } from "./key-scope";
import { serveTools } from "./serve";

/** Adds the command that serves an assistant by the Model Context Protocol. */
export function addMcpCommand({ program, streams, report }: CommandLine): void {
  program
    .command("mcp")
    .description(
      "Serves an assistant over stdin and stdout (Model Context Protocol), with the rights of TAKINGS_API_KEY.",
    )
    .option("--url <URL>", "the address of the service; default from HOST and PORT", serviceAddress)
    .option("--allow-writes", "also open and close sessions, add operators, create expected payments")
    .action(
      report(async ({ url, allowWrites = false }) => {
        const apiKey = clientApiKey();
        if (!apiKey)
          throw new UsageError("TAKINGS_API_KEY is required: an API key of the organisation, tk_….");
        const baseUrl = url ?? serviceUrl(loadSettings());
        await withKeyScope(apiKey, (requireScope) =>
          serveTools({ baseUrl, apiKey, allowWrites, requireScope }, process, streams.signal),
        );
        return { data: undefined };
      }, false),
    );
}

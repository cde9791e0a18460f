import { Option } from "@commander-js/extra-typings";
import { listReadableConnections, readRange } from "@/lib/catch-up";
import { Failure } from "@/lib/core/errors/errors";
import { env, PROVIDER_NAMES } from "@/lib/env";
import { type CommandLine, UsageError } from "../../command";
import { id, instant } from "../../options";

const provider = new Option("--provider <PROVIDER>", "only connections to this bank").choices(PROVIDER_NAMES);

/** Adds the command that records payments of the banks' lists that no notification reported. */
export function addCatchUpCommand({ program, print }: CommandLine): void {
  program
    .command("catch-up")
    .description(
      "Reads the banks' lists of live payments in a range of time and records those that no notification reported. It can be repeated: nothing is recorded twice.",
    )
    .requiredOption("--from <TIME>", "the start of the range", instant)
    .option("--to <TIME>", "the end of the range; default now", instant)
    .addOption(provider)
    .option("--connection <CONNECTION_ID>", "only this bank connection, bnk_…", id("bankConnection"))
    .action(
      print(async ({ from, to = new Date(), provider: name, connection: connectionId }) => {
        if (to <= from) throw new UsageError("--to must be later than --from.");
        if (env().bankMode !== "live")
          throw new Failure("conflict", {
            detail: "catch-up needs BANK_MODE=live: the sandbox calls no bank.",
          });
        const chosen = (await listReadableConnections()).filter(
          (one) => (!name || one.provider.name === name) && (!connectionId || one.id === connectionId),
        );
        if (chosen.length === 0)
          throw new Failure("conflict", { detail: "No configured bank connection has a list of payments." });
        const read = [];
        for (const connection of chosen)
          read.push({ connectionId: connection.id, ...(await readRange(connection, { from, to })) });
        return read;
      }),
    );
}

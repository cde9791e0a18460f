import { COMMANDS } from "./commands";
import { runCommand } from "./run";
import { processStreams } from "./streams";

const exitCode = await runCommand(process.argv.slice(2), processStreams(), { commands: COMMANDS });
// Exits only after all output is written, because a pipe can be slower than this process.
process.stdout.write("", () => process.exit(exitCode));

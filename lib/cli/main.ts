import { COMMANDS } from "./commands";
import { runCommand } from "./run";
import { processStreams } from "./streams";

const exitCode = await runCommand(process.argv.slice(2), processStreams(), { commands: COMMANDS });
// Only once all is written: a pipe can be slower than we are.
process.stdout.write("", () => process.exit(exitCode));

import os from "node:os";
import { COMMAND_LINE, type Mode, type Scope } from "@/lib/core/scope";
import { getOrganisation } from "@/lib/organisations";

/** The operator's scope over an organisation, by its name. Throws `Failure("not_found")`. */
export async function commandLineScope(input: { organisation: string; mode?: Mode }): Promise<Scope> {
  return { ...COMMAND_LINE, ...(await getOrganisation(input)), mode: input.mode ?? "test" };
}

/** Who runs the command line and where, as `user@machine`, for the audit log. */
export function commandLineOrigin(): string {
  return `${userName()}@${os.hostname()}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // The user has no entry in the machine's list, as in many containers.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

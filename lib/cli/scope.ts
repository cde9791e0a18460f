import { COMMAND_LINE, type Mode, type Scope } from "@/lib/core/scope";
import { getOrganisation } from "@/lib/organisations";

/** Returns the command line's scope for an organisation by its name. Throws `Failure("not_found")`. */
export async function commandLineScope(input: { organisation: string; mode?: Mode }): Promise<Scope> {
  return { ...COMMAND_LINE, ...(await getOrganisation(input)), mode: input.mode ?? "test" };
}

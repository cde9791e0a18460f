import { getOrganisation } from "@/lib/organisations";
import { allowDeploymentRefunds } from "@/lib/refunds";
import type { CommandLine } from "../../command";
import { organisation } from "../../options";

/** Adds the commands that allow refunds at the deployment's own bank connections. */
export function addRefundCommands({ program, print }: CommandLine): void {
  const refunds = program
    .command("refunds")
    .description("Refunds of payments at the deployment's own bank connections.");
  refunds
    .command("allow")
    .description(
      "Allows an organisation's owners and finance members to refund payments at the deployment's own bank connections.",
    )
    .addOption(organisation)
    .action(
      print(async (input) => allowDeploymentRefunds((await getOrganisation(input)).organisationId, true)),
    );
  refunds
    .command("forbid")
    .description(
      "Ends the permission to refund payments at these connections. Refunds that are already approved are still made.",
    )
    .addOption(organisation)
    .action(
      print(async (input) => allowDeploymentRefunds((await getOrganisation(input)).organisationId, false)),
    );
}

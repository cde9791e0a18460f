import { Option } from "@commander-js/extra-typings";
import { COMMAND_LINE } from "@/lib/core/scope";
import { addDevice, listDevices, releaseDevice } from "@/lib/devices";
import { PROVIDER_NAMES } from "@/lib/env";
import { getOrganisation } from "@/lib/organisations";
import type { CommandLine } from "../command";
import { filledText, organisation, organisationFilter } from "../options";

const provider = new Option("--provider <PROVIDER>", "the device's bank")
  .choices(PROVIDER_NAMES)
  .makeOptionMandatory();
const serial = new Option("--serial <SERIAL>", "the serial number or code in the bank's notifications")
  .argParser(filledText)
  .makeOptionMandatory();
const mode = new Option("--mode <MODE>", "the default in a live deployment is live").choices([
  "test",
  "live",
]);

/** Adds the commands that assign POS devices to organisations. */
export function addDeviceCommands({ program, print }: CommandLine): void {
  const devices = program.command("devices").description("The ownership of POS devices by organisations.");
  devices
    .command("add")
    .description("Assigns a POS device to an organisation, which can then pair it with its terminals.")
    .addOption(organisation)
    .addOption(provider)
    .addOption(serial)
    .addOption(mode)
    .action(
      print(async (input) => {
        const scope = { ...COMMAND_LINE, ...(await getOrganisation(input)), mode: input.mode };
        return addDevice(scope, input);
      }),
    );
  devices
    .command("list")
    .description("Lists the devices of organisations, with the terminal that each is currently paired with.")
    .addOption(organisationFilter)
    .option("--all", "include released devices")
    .action(
      print(async ({ organisation: name, all = false }) => {
        const owner = name === undefined ? undefined : await getOrganisation({ organisation: name });
        return listDevices({ organisationId: owner?.organisationId, all });
      }),
    );
  devices
    .command("release")
    .description("Removes a device from its organisation and unpairs it.")
    .addOption(provider)
    .addOption(serial)
    .addOption(mode)
    .addOption(new Option("--organisation <NAME>", "whose device, if several have one").argParser(filledText))
    .action(
      print(async ({ organisation: name, ...input }) => {
        const owner = name === undefined ? {} : await getOrganisation({ organisation: name });
        return releaseDevice(COMMAND_LINE, { ...input, ...owner });
      }),
    );
}

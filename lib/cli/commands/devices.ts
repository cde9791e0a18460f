import { COMMAND_LINE } from "@/lib/core/scope";
import { addDevice, listDevices, releaseDeviceByOperator } from "@/lib/devices";
import { PROVIDER_NAMES } from "@/lib/env";
import { getOrganisation } from "@/lib/organisations";
import { command } from "../command";
import { filledText, flag, oneOf, optional, required } from "../options";

const provider = required("PROVIDER", "the bank whose device it is", oneOf(PROVIDER_NAMES));
const serial = required("SERIAL", "the serial number or code by which the bank names the device", filledText);
const mode = optional(
  "MODE",
  "test or live; live in a live deployment where not said",
  oneOf(["test", "live"]),
);

/** Commands that assign POS devices to organisations. */
export const deviceCommands = [
  command({
    name: "devices add",
    summary: "Gives a POS device to an organisation, which can then pair it with its terminals.",
    options: {
      organisation: required("NAME", "the organisation's name", filledText),
      provider,
      serial,
      mode,
    },
    run: async (input) => {
      const scope = { ...COMMAND_LINE, ...(await getOrganisation(input)), mode: input.mode };
      return { data: await addDevice(scope, input) };
    },
  }),
  command({
    name: "devices list",
    summary: "Lists the devices that organisations own, with the terminal that each is paired with now.",
    options: {
      organisation: optional("NAME", "only this organisation's", filledText),
      all: flag("the released ones too"),
    },
    run: async ({ organisation, all }) => {
      const owner = organisation === undefined ? undefined : await getOrganisation({ organisation });
      return { data: await listDevices({ organisationId: owner?.organisationId, all }) };
    },
  }),
  command({
    name: "devices release",
    summary: "Takes a device from the organisation that owns it and unpairs it.",
    options: { provider, serial, mode },
    run: async (input) => ({
      data: await releaseDeviceByOperator(COMMAND_LINE, input),
    }),
  }),
];

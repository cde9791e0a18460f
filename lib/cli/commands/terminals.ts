import { COMMAND_LINE } from "@/lib/core/scope";
import { PROVIDER_NAMES } from "@/lib/env";
import { pairDevice, replaceDevice, unpairDevice } from "@/lib/terminals";
import { command } from "../command";
import { filledText, instant, oneOf, optional, required } from "../options";

const terminal = required("TERMINAL_ID", "the terminal, pos_…", filledText);
const provider = optional(
  "PROVIDER",
  "the bank whose device it is; needed where several configured banks have terminals",
  oneOf(PROVIDER_NAMES),
);
const device = required("SERIAL", "the serial number or code by which the bank names the device", filledText);

/** Commands that pair devices with terminals. */
export const terminalCommands = [
  command({
    name: "terminals pair",
    summary: "Pairs a device with a terminal: payments made on it from then on belong there.",
    options: {
      terminal,
      device,
      provider,
      from: optional("TIME", "from when on; now where not said", instant),
    },
    run: async (input) => {
      return {
        data: await pairDevice(
          {
            terminalId: input.terminal,
            device: input.device,
            from: input.from,
            provider: input.provider,
          },
          COMMAND_LINE,
        ),
      };
    },
  }),
  command({
    name: "terminals unpair",
    summary: "Ends what is paired with a terminal.",
    options: { terminal, to: optional("TIME", "until when; now where not said", instant) },
    run: async (input) => {
      return { data: await unpairDevice({ terminalId: input.terminal, to: input.to }, COMMAND_LINE) };
    },
  }),
  command({
    name: "terminals replace",
    summary: "Puts another device in a terminal's place; the old one ends where the new one begins.",
    options: { terminal, device, provider, at: optional("TIME", "when; now where not said", instant) },
    run: async (input) => {
      return {
        data: await replaceDevice(
          {
            terminalId: input.terminal,
            device: input.device,
            at: input.at,
            provider: input.provider,
          },
          COMMAND_LINE,
        ),
      };
    },
  }),
];

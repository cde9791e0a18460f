import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of terminals/drawer.

// day-chart
export const tookPaymentsSince = (
  label: string,
  counted: string,
  time: string,
  max: number,
  duration: string,
) => `${label} took ${counted} since ${time}, at most ${max} in ${duration}`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const paymentsEvery = (duration: string) => `Payments every ${duration}`;
export const since = (time: string) => `since ${time}`;
export const from = "From";
export const payments = "Payments";

// device-dialog
export const enterTheSerialNumber = "Enter the serial number on the device.";
export const nowTakesPaymentsFor = (serial: string, label: string) =>
  `${serial} now takes payments for ${label}.`;
export const nothingChanged = (detail: string) => `${detail} Nothing changed.`;
export const replaceTheDeviceOf = (label: string) => `Replace the device of ${label}`;
export const pairADeviceWith = (label: string) => `Pair a device with ${label}`;
export const paymentsStopCountingHere = (devices: string) =>
  `Payments on ${devices} stop counting here, and those on the new device begin.`;
export const laterPaymentsCountHere = "Payments made on it from now on are this terminal's.";
export const replaceDevice = "Replace device";
export const pairDevice = "Pair device";
export const serialNumber = "Serial number";
export const whereSerialNumberIs = "On the sticker at the back of the device, or in its settings.";
export const bank = "Bank";
export const serialIsAtSeveralBanks = "Your organisation has this serial number at several banks.";
export const yourDevicesThatAreFree = "Your devices that are free";

// location-editor
export const noLocationYet = "No location yet";
export const changeTheLocationOf = (label: string) => `Change the location of ${label}`;
export const locationOf = (label: string) => `Location of ${label}`;
export const mainGateBar1FoodCourt = "Main gate, Bar 1, Food court";

// terminal-devices
export const device = "Device";
export const unpair = "Unpair";
export const replace = "Replace";
export const pairADevice = "Pair a device";
export const sinceLabel = "since ";
export const noDeviceIsPaired = "No device is paired with this terminal.";
export const noLongerTakesPaymentsFor = (devices: string, label: string) =>
  `${devices} no longer takes payments for ${label}.`;
export const theDeviceWasNotUnpaired = (detail: string) => `The device was not unpaired. ${detail}`;
export const unpairQuestion = (devices: string) => `Unpair ${devices}?`;
export const laterPaymentsWait = (label: string) =>
  `Payments made on it from now on are not ${label}'s any more, and wait in Reconciliation for a decision.`;
export const keepItPaired = "Keep it paired";

// terminal-drawer
export const assigned = "Assigned";
export const terminalId = "terminal id";
export const silentFor = "Silent for ";
export const lastPaymentAt = "Last payment at ";
export const usuallyOneEvery = (duration: string) => ` Usually one every ${duration}.`;
export const taken = "Taken";
export const average = "Average";
export const failed = "Failed";
export const pending = "Pending";
export const onThisTerminal = "On this terminal";
export const handOver = "Hand over";
export const assignAnOperator = "Assign an operator";
export const noOperatorTheEventIsClosed = "No operator: the event is closed.";
export const noOperatorItsPaymentsAreUnassigned = "No operator: its payments are unassigned.";
export const countEarlierShifts = (count: number | bigint) => formatCountWithNoun(count, "earlier shift");

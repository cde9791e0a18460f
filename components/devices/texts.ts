// The texts of devices.

// api
export const anyBank = "Any bank";

// claim-dialog
export const enterTheSerialNumber = "Enter the serial number on the device.";
export const claimADevice = "Claim a device";
export const payAmountToClaim =
  "You get an amount to pay by card on the device within 15 minutes. The payment shows that the device is yours. It counts in no total.";
export const getTheAmount = "Get the amount";
export const serialNumber = "Serial number";
export const whereSerialNumberIs = "On the sticker at the back of the device, or in its settings.";
export const bank = "Bank";

// claim-panel
export const isNowYourOrganisationsDevice = (serial: string) =>
  `${serial} is now your organisation's device.`;
export const timeToPayIsOver = (serial: string) => `The time to pay on ${serial} is over.`;
export const claimIsCancelled = (serial: string) => `The claim of ${serial} is cancelled.`;
export const claimOf = (serial: string) => `Claim of ${serial}`;
export const payExactlyThisByCardOn = "Pay exactly this by card on ";
export const timeLeft = "Time left";
export const theClaimWasNotCancelled = "The claim was not cancelled.";
export const cancelClaim = "Cancel claim";
export const pairItWithATerminal = "Pair it with a terminal on the Terminals page of an event.";
export const claimAgainForNewAmount = "Claim it again for a new amount.";
export const close = "Close";

// device-columns
export const addedByTheOperator = "Added by the operator";
export const provedByAPayment = "Proved by a payment";
export const pairedInTestMode = "Paired in test mode";
export const notPaired = "Not paired";
export const release = (serial: string) => `Release ${serial}`;
export const releaseLabel = "Release";
export const device = "Device";
export const terminal = "Terminal";
export const claimed = "Claimed";

// devices-card
export const devices = "Devices";
export const theDevicesDidNotLoad = "The devices did not load";
export const yourOrganisationHasNoDevices = "Your organisation has no devices";
export const claimDeviceByPayment =
  "Claim a device by a small card payment on it, or ask the operator of the service to add it.";
export const operatorAddsDevices = "The operator of the service adds devices to your organisation.";

// release-dialog
export const isReleased = (serial: string) => `${serial} is released.`;
export const releaseQuestion = (serial: string) => `Release ${serial}?`;
export const anotherOrganisationCanHaveIt = (pairing: string) =>
  `${pairing}Another organisation can then have it. To have it back, ask the operator of the service.`;
export const itIsUnpairedFrom = (label: string, event: string) =>
  `It is unpaired from ${label} of ${event}. `;
export const keepIt = "Keep it";
export const wasNotReleased = (serial: string) => `${serial} was not released.`;

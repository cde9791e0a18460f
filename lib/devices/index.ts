export { cancelDeviceClaim, type DeviceClaim, getDeviceClaim, openDeviceClaim } from "./claims";
export { parseProvider } from "./connection";
export { type DeviceIdentity, isSameDevice, parseSerial } from "./identity";
export { listOwnDevices, type OwnDeviceRow } from "./list";
export { addDevice, listDevices } from "./operator";
export { findEarlierRelease, requireOwnDevice } from "./ownership";
export { isProofPayment, proveDevice } from "./prove";
export { releaseDevice } from "./release";

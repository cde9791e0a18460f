// The texts of settings.

// tabs
export const account = "Account";
export const alerts = "Alerts";
export const profile = "Profile";
export const members = "Members";
export const banksAndDevices = "Banks and devices";
export const auditLog = "Audit log";
export const settings = "Settings";

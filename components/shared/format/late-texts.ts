// The texts of shared/format: those that the first scripts of the live page do not use.

// status
export const paid = "Paid";
export const pendingSince = "Pending since";
export const attempted = "Attempted";
export const time = "Time";
export const pending = "Pending";
export const failed = "Failed";
export const justIn = "Just in";
export const successful = "Successful";

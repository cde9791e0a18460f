// The texts of shared/tables.

// show-older
export const showOlder = "Show older";

// time-filter
export const time = "Time";

// time-form
export const typeADateAndATime = "Type a date and a time, such as 23 Nov 2026, 17:00.";
export const from = "From";
export const until = "Until";
export const mustBeLaterThanFrom = "Must be later than From.";
export const apply = "Apply";

// time-range
export const sinceTime = (time: string) => `since ${time}`;
export const untilTime = (time: string) => `until ${time}`;
export const timeToTime = (from: string, to: string) => `${from} to ${to}`;

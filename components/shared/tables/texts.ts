// The texts of shared/tables.

// show-older
export const showOlder = "Show older";

// time-filter
export const time = "Time";

// time-form
export const typeADateAndA = "Type a date and a time, such as 23 Nov 2026, 17:00.";
export const from = "From";
export const until = "Until";
export const mustBeLaterThanFrom = "Must be later than From.";
export const apply = "Apply";

// time-range
export const since = (format: string) => `since ${format}`;
export const untilOfFormat = (format: string) => `until ${format}`;
export const to = (format: string, format2: string) => `${format} to ${format2}`;

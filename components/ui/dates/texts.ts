// The texts of ui/dates.

// calendar-panel
export const previous = "Previous";
export const next = "Next";
export const allMonthsOfTheYear = "All months of the year";

// date-input
export const exampleDateAndTime = "e.g. 23 Nov 2026, 17:00";
export const exampleDate = "e.g. 23 Nov 2026";
export const calendar = (name: string) => `Calendar, ${name}`;
export const chooseADay = (name: string) => `Choose a day, ${name}`;

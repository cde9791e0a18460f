// The texts of the error page of an event, which runs in the browser.

export const thisEventDidNotLoad = "This event did not load";

// The texts of ui/check-menu.

// check-list
export const chosen = (count: number) => `${count} chosen`;
export const noneChosen = "None chosen";
export const search = (label: string) => `Search ${label}`;
export const noMatches = "No matches";
export const clear = "Clear";

// The texts of payments/rows.

// use-still-rows
export const n0Px = (offset: number) => `0 ${offset}px`;

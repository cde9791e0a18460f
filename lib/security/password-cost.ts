/** The scrypt cost, one of OWASP's equivalent choices: 2^15 blocks of 1 KiB, three passes; 32 MB, some tenths of a second. */
export const PASSWORD_COST = { logN: 15, r: 8, p: 3 };

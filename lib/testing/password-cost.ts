import { vi } from "vitest";

// Hashing a password takes a fifth of a second of CPU by design; tests of other features create many members.
vi.mock("@/lib/security/password-cost", () => ({ PASSWORD_COST: { logN: 4, r: 8, p: 1 } }));

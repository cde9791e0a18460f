/** Guarantee: what recording guarantees is true also where it writes one session per statement (`DATABASE_DISTRIBUTED`). */
import { vi } from "vitest";

vi.stubEnv("DATABASE_DISTRIBUTED", "true");
await import("./record.test");

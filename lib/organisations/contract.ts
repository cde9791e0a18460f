import { z } from "zod";

/** What a single-use link and the password that it is to set come as. */
export const Join = z.object({ token: z.string().max(100), password: z.string().max(1_000) });

/** Whose password was set. */
export const Joined = z.object({ email: z.string() });

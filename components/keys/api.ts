import type { z } from "zod";
import type { ApiKey as Key, ApiKeys as Keys, NewApiKey as NewKey } from "@/lib/organisations/contract";

/** Keys as the door sends them. */
export type ApiKey = z.input<typeof Key>;
export type ApiKeys = z.input<typeof Keys>;
export type NewApiKey = z.input<typeof NewKey>;

export const KEYS_PATH = "/api/dashboard/keys";
export const KEYS = ["keys"] as const;

/** A key as people know it: by its name, or by its first characters where it has none. */
export const nameOf = ({ name, hint }: ApiKey) => name || `${hint}…`;

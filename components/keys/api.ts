import type { z } from "zod";
import type { ApiKey as Key, ApiKeys as Keys, NewApiKey as NewKey } from "@/lib/organisations/contract";

/** API keys as the dashboard API returns them. */
export type ApiKey = z.input<typeof Key>;
export type ApiKeys = z.input<typeof Keys>;
export type NewApiKey = z.input<typeof NewKey>;

export const KEYS_PATH = "/api/dashboard/keys";
export const KEYS = ["keys"] as const;

/** A key's display name: its name, or its first characters if it has none. */
export const keyDisplayName = ({ name, hint }: ApiKey) => name || `${hint}…`;

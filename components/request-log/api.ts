import type { z } from "zod";
import type { RequestDetail, RequestRow, RequestsPage } from "@/lib/request-log/contract";

/** Responses of the dashboard JSON API, before parsing. */
export type RequestRowJson = z.input<typeof RequestRow>;
export type RequestsJson = z.input<typeof RequestsPage>;
export type RequestJson = z.input<typeof RequestDetail>;

/** Returns the first characters of a key from its label, `GatePass (tk_live_ab12…)`. */
export const keyHint = (label: string): string => /(tk_\w+…)\)?$/.exec(label)?.[1] ?? label;

/** Returns the name of a key from its label; "" if it has none. */
export const keyName = (label: string): string => /^(.*) \(tk_\w+…\)$/.exec(label)?.[1] ?? "";

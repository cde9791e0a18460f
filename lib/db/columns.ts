import { bigint, text, timestamp } from "drizzle-orm/pg-core";
import type { Id, Kind } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";

/** An id of one kind, as text. */
export const id = <K extends Kind>(_kind: K, name: string) => text(name).$type<Id<K>>();

/** An amount in kobo, a bigint in the code as in the column. */
export const kobo = (name: string) => bigint(name, { mode: "bigint" });

/** A gapless number or a count. */
export const whole = (name: string) => bigint(name, { mode: "bigint" });

/** An instant with the wire's precision, milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The columns that say whose a row is; every row of an organisation has them. */
export const owner = () => ({
  organisationId: id("organisation", "organisation_id").notNull(),
  mode: text("mode").$type<Mode>().notNull(),
});

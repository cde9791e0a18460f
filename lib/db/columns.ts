import { bigint, text, timestamp } from "drizzle-orm/pg-core";
import type { Id, Kind } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";

/** A column with ids of one kind, as text. */
export const id = <K extends Kind>(_kind: K, name: string) => text(name).$type<Id<K>>();

/** A column with an amount in kobo; bigint in code and database. */
export const kobo = (name: string) => bigint(name, { mode: "bigint" });

/** A column with a sequence number or a count. */
export const bigintColumn = (name: string) => bigint(name, { mode: "bigint" });

/** A column with an instant in the API's precision, milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The columns for a row's organisation and mode. */
export const owner = () => ({
  organisationId: id("organisation", "organisation_id").notNull(),
  mode: text("mode").$type<Mode>().notNull(),
});

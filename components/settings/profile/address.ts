import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";

/** Returns the lines of a postal address that are not empty. */
export const addressLines = (address: string | null): string[] =>
  (address ?? "")
    .split("\n")
    .map(stripInvisibleCharacters)
    .filter((line) => line !== "");

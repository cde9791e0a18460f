import { Failure } from "@/lib/core/errors/errors";
import type { KeyLimits } from "@/lib/core/scope";
import { parseAddressRange } from "@/lib/security/outbound/address-range";

/** Reads and writes, from any address. */
export const UNLIMITED: KeyLimits = { scope: "write", allowedAddresses: [] };

/**
 * Parses the addresses and ranges that may call into canonical form, without duplicates. Throws
 * `Failure("invalid_request")` with one fault for each entry that is neither an address nor a range.
 */
export function parseAllowedAddresses(entries: readonly string[]): string[] {
  const ranges = entries.map(parseAddressRange);
  const faults = entries.flatMap((_entry, index) =>
    ranges[index] === undefined
      ? [
          {
            pointer: `/allowed_addresses/${index}`,
            detail: `Entry ${index + 1} of allowed_addresses must be an address such as 203.0.113.7 or a range such as 203.0.113.0/24.`,
          },
        ]
      : [],
  );
  if (faults.length > 0) throw new Failure("invalid_request", { detail: faults[0]?.detail, faults });
  return [...new Set(ranges.filter((range) => range !== undefined))];
}

/** Formats a key's limits for the details of an audit entry. */
export const describeLimits = ({ scope, allowedAddresses }: KeyLimits): Record<string, string> => ({
  scope: scope === "read" ? "read" : "read and write",
  ...(allowedAddresses.length > 0 && { allowed_addresses: allowedAddresses.join(" ") }),
});

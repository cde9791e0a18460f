import { formatFull } from "@/lib/core/format/format-date";
import { MEMBER_ROLES, ROLE_NAMES } from "@/lib/core/roles";

/** A time as the API and the log write it: `2026-11-30T03:57:00.000Z`. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Formats a detail's value: a role as its display name, a time in the page's zone. */
function formatValue(value: string): string {
  if (INSTANT.test(value)) return formatFull(value);
  const role = MEMBER_ROLES.find((one) => one === value);
  return role ? ROLE_NAMES[role] : value;
}

/** Formats an entry's details as one line: `pos count: 3, since: Mon 30 Nov 2026, 04:57:00 WAT`. */
export const formatDetails = (details: Record<string, string>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${formatValue(value)}`)
    .join(", ");

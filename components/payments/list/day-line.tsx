import { Instant } from "../../shared/format/instant";

interface DayProps {
  /** Time of the first payment below the line. */
  at: string;
}

const LINE = "h-7 border-edge border-b bg-subtle px-4 text-left font-medium text-ink-2 text-meta";

/** A table row that shows the day of the payments below it, in a list of several days. */
export function DayLine({ at, columns }: DayProps & { columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className={LINE}>
        <Instant at={at} as="date" />
      </td>
    </tr>
  );
}

/** The same as a list item on a phone. */
export function DayItem({ at }: DayProps) {
  return (
    <li className={`flex items-center ${LINE}`}>
      <Instant at={at} as="date" />
    </li>
  );
}

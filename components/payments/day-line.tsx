import { Instant } from "../shared/instant";

interface DayProps {
  /** When the first payment below it was made. */
  at: string;
}

const LINE = "h-7 border-edge border-b bg-subtle px-4 text-left font-medium text-ink-2 text-meta";

/** Says of which day the payments below are, in a list of more than one. */
export function DayLine({ at, columns }: DayProps & { columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className={LINE}>
        <Instant at={at} as="date" />
      </td>
    </tr>
  );
}

/** The same in the list on a phone. */
export function DayItem({ at }: DayProps) {
  return (
    <li className={`flex items-center ${LINE}`}>
      <Instant at={at} as="date" />
    </li>
  );
}

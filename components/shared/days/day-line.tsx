import { Instant } from "../format/instant";

interface DayProps {
  /** Time of the first row below the line. */
  at: string;
}

const LINE = "relative -top-(--still) bg-subtle shadow-[inset_0_-1px_0_var(--border)]";
const TEXT = "h-7 px-4 text-left font-medium text-ink-2 text-meta";
interface DayLineProps extends DayProps {
  columns: readonly { priority?: number }[];
}

/** A table row that shows the day of the rows below it, in a list of several days. */
export function DayLine({ at, columns }: DayLineProps) {
  // With a span of more than the columns that are always visible, the hidden ones would take room from the others.
  const span = columns.filter(({ priority = 1 }) => priority === 1).length;
  return (
    <tr className={LINE}>
      <td colSpan={span} className={TEXT}>
        <Instant at={at} as="date" />
      </td>
    </tr>
  );
}

/** The same as a list item on a phone. */
export function DayItem({ at }: DayProps) {
  return (
    <li className={`flex items-center ${LINE} ${TEXT}`}>
      <Instant at={at} as="date" />
    </li>
  );
}

import { Instant } from "../../shared/format/instant";
import { COLUMNS } from "./columns";

interface DayProps {
  /** Time of the first payment below the line. */
  at: string;
}

const LINE = "relative -top-(--still) bg-subtle shadow-[inset_0_-1px_0_var(--border)]";
const TEXT = "h-7 px-4 text-left font-medium text-ink-2 text-meta";
/** Columns that are always visible. With a span of more, the hidden ones would take room from the payer's. */
const VISIBLE_COLUMNS = COLUMNS.filter(({ priority }) => !priority).length;

/** A table row that shows the day of the payments below it, in a list of several days. */
export function DayLine({ at }: DayProps) {
  return (
    <tr className={LINE}>
      <td colSpan={VISIBLE_COLUMNS} className={TEXT}>
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

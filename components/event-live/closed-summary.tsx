import {
  BanknoteArrowDown,
  ChevronRight,
  type IconType,
  Lock,
  Scale,
  Users,
} from "@/components/ui/icons/icons";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatDay, formatMinute, formatWeekday } from "@/lib/core/format/format-date";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { settledPercent } from "../settlement/settled-percent";
import { Banner } from "../shared/layout/banner";
import { Chip } from "../ui/display/chip";
import { Link } from "../ui/display/link";
import type { EventJson } from "./event-header";

interface TaskLinkProps {
  href: string;
  icon: IconType;
  title: string;
  note: string;
  chip?: { text: string; tone: "amber" | "green" };
}

function TaskLink({ href, icon: Icon, title, note, chip }: TaskLinkProps) {
  return (
    <Link
      href={href}
      className="flex min-w-0 flex-1 items-center gap-3.5 rounded-card border border-edge bg-surface p-4 text-body hover:bg-subtle max-md:rounded-phone"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-field bg-subtle text-ink-2">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="mr-auto min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block truncate text-ink-2">{note}</span>
      </span>
      {chip && <Chip tone={chip.tone}>{chip.text}</Chip>}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}

/** Remaining tasks after a close; absent for members without the permission. */
interface RemainingTasks {
  /** Open exceptions. */
  open: number;
  settled: string;
  awaiting: string;
}

function SettlementTask({ base, settled, awaiting }: Omit<RemainingTasks, "open"> & { base: string }) {
  const share = settledPercent(settled, awaiting);
  return (
    <TaskLink
      href={`${base}/settlement`}
      icon={BanknoteArrowDown}
      title="Follow settlement"
      note={
        toKobo(awaiting) !== 0n
          ? `${formatNaira(awaiting)} awaits settlement`
          : share === undefined
            ? "Nothing to settle"
            : "Fully settled"
      }
      {...(share !== undefined && {
        chip: { text: `${share}% settled`, tone: share === 100 ? "green" : "amber" } as const,
      })}
    />
  );
}

/** What happens to the account at the bank. */
function describeClosure(closure: NonNullable<EventJson["account_closure"]>): string {
  const { state, closes_at, finished_at, reason } = closure;
  const because = reason ? ` ${stripInvisibleCharacters(reason)}` : "";
  if (state === "closed")
    return `The account was closed at the bank on ${formatDay(finished_at ?? closes_at)}.`;
  if (state === "refused") return `The account could not be closed at the bank.${because}`;
  return reason
    ? `The account is still open at the bank.${because}`
    : `The account closes at the bank on ${formatDay(closes_at)}.`;
}

interface ClosedSummaryProps {
  event: EventJson;
  leftovers: RemainingTasks | undefined;
}

/** Summary of a closed event, and the remaining tasks. */
export function ClosedSummary({ event, leftovers }: ClosedSummaryProps) {
  const base = `/events/${event.session_id}`;
  const at = event.closed_at;
  const by = event.closed_by ? ` by ${stripInvisibleCharacters(event.closed_by)}` : "";
  return (
    <>
      <Banner
        icon={Lock}
        title={at ? `Closed on ${formatWeekday(at)} at ${formatMinute(at)}${by}.` : "Closed."}
      >
        No further payments are accepted.
        {event.account_closure && ` ${describeClosure(event.account_closure)}`}
        {leftovers &&
          leftovers.open > 0 &&
          ` ${formatCountWithNoun(leftovers.open, "exception")} in Reconciliation.`}
      </Banner>
      {leftovers && (
        <nav aria-label="What is left to do" className="flex gap-3 max-md:flex-col">
          <TaskLink
            href={`${base}/reconciliation`}
            icon={Scale}
            title="Reconcile"
            note={leftovers.open === 0 ? "No open exceptions" : "Exceptions wait for a decision"}
            chip={
              leftovers.open === 0
                ? { text: "Clear", tone: "green" }
                : { text: `${leftovers.open} open`, tone: "amber" }
            }
          />
          <TaskLink
            href={`${base}/operators`}
            icon={Users}
            title="Check the takings"
            note="What each operator took"
          />
          <SettlementTask base={base} {...leftovers} />
        </nav>
      )}
    </>
  );
}

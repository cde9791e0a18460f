import {
  BanknoteArrowDown,
  ChevronRight,
  type IconType,
  Lock,
  Scale,
  Users,
} from "@/components/ui/icons/icons";
import { formatDay, formatMinute, formatWeekday } from "@/lib/core/format/format-date";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { settledPercent } from "../settlement/settled-percent";
import { Banner } from "../shared/layout/banner";
import { Chip } from "../ui/display/chip";
import { Link } from "../ui/display/link";
import type { EventJson } from "./header/event-header";
import * as texts from "./late-texts";

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
      title={texts.followSettlement}
      note={
        toKobo(awaiting) !== 0n
          ? texts.awaiting(formatNaira(awaiting))
          : share === undefined
            ? texts.nothingToSettle
            : texts.fullySettled
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
  if (state === "closed") return texts.theAccountWasClosedAt(formatDay(finished_at ?? closes_at));
  if (state === "refused") return texts.theAccountCouldNotBeClosed(because);
  return reason ? texts.theAccountIsStillOpen(because) : texts.theAccountClosesOn(formatDay(closes_at));
}

interface ClosedSummaryProps {
  event: EventJson;
  leftovers: RemainingTasks | undefined;
}

/** Summary of a closed event, and the remaining tasks. */
export function ClosedSummary({ event, leftovers }: ClosedSummaryProps) {
  const base = `/events/${event.session_id}`;
  const at = event.closed_at;
  const by = event.closed_by ? texts.by(stripInvisibleCharacters(event.closed_by)) : "";
  return (
    <>
      <Banner
        icon={Lock}
        title={at ? texts.closedOnAt(formatWeekday(at), formatMinute(at), by) : texts.closed}
      >
        {texts.noFurtherPaymentsAreAccepted}
        {event.account_closure && ` ${describeClosure(event.account_closure)}`}
        {leftovers && leftovers.open > 0 && texts.inReconciliation(texts.countExceptions(leftovers.open))}
      </Banner>
      {leftovers && (
        <nav aria-label={texts.whatIsLeftToDo} className="flex gap-3 max-md:flex-col">
          <TaskLink
            href={`${base}/reconciliation`}
            icon={Scale}
            title={texts.reconcile}
            note={leftovers.open === 0 ? texts.noOpenExceptions : texts.exceptionsWaitForADecision}
            chip={
              leftovers.open === 0
                ? { text: texts.clear, tone: "green" }
                : { text: texts.open(leftovers.open), tone: "amber" }
            }
          />
          <TaskLink
            href={`${base}/operators`}
            icon={Users}
            title={texts.checkTheTakings}
            note={texts.whatEachOperatorTook}
          />
          <SettlementTask base={base} {...leftovers} />
        </nav>
      )}
    </>
  );
}

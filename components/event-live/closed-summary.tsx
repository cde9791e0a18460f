import { BanknoteArrowDown, ChevronRight, Lock, type LucideIcon, Scale, Users } from "lucide-react";
import { countOf } from "@/lib/core/count";
import { formatMinute, formatWeekday } from "@/lib/core/format-date";
import { formatNaira, readMoney } from "@/lib/core/naira";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import { settledPercent } from "../settlement/share";
import { Banner } from "../shared/banner";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import type { EventWire } from "./event-header";

interface JobProps {
  href: string;
  icon: LucideIcon;
  title: string;
  note: string;
  chip?: { text: string; tone: "amber" | "green" };
}

function Job({ href, icon: Icon, title, note, chip }: JobProps) {
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

/** What is left to do, to those who may see it. */
export interface Leftovers {
  /** Exceptions that wait for a decision. */
  open: number;
  settled: string;
  awaiting: string;
}

function SettlementJob({ base, settled, awaiting }: Omit<Leftovers, "open"> & { base: string }) {
  const share = settledPercent(settled, awaiting);
  return (
    <Job
      href={`${base}/settlement`}
      icon={BanknoteArrowDown}
      title="Follow settlement"
      note={
        readMoney(awaiting) === 0n
          ? "Nothing awaits settlement"
          : `${formatNaira(awaiting)} awaits settlement`
      }
      {...(share !== undefined && {
        chip: { text: `${share}% settled`, tone: share === 100 ? "green" : "amber" } as const,
      })}
    />
  );
}

interface AfterCloseProps {
  event: EventWire;
  leftovers: Leftovers | undefined;
}

/** What a close made final, and the jobs that are left. */
export function ClosedSummary({ event, leftovers }: AfterCloseProps) {
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
        {leftovers && leftovers.open > 0 && ` ${countOf(leftovers.open, "exception")} in Reconciliation.`}
      </Banner>
      {leftovers && (
        <nav aria-label="What is left to do" className="flex gap-3 max-md:flex-col">
          <Job
            href={`${base}/reconciliation`}
            icon={Scale}
            title="Reconcile"
            note={leftovers.open === 0 ? "No exception is open" : "Exceptions wait for a decision"}
            chip={
              leftovers.open === 0
                ? { text: "Clear", tone: "green" }
                : { text: `${leftovers.open} open`, tone: "amber" }
            }
          />
          <Job
            href={`${base}/operators`}
            icon={Users}
            title="Check the takings"
            note="What each operator took"
          />
          <SettlementJob base={base} {...leftovers} />
        </nav>
      )}
    </>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Check, Landmark } from "@/components/ui/icons/icons";
import { History } from "@/components/ui/icons/late-icons";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { EXCEPTION_REASONS, RESOLUTIONS } from "@/lib/exceptions/labels";
import { Instant } from "../shared/format/instant";
import { Banner } from "../shared/layout/banner";
import { asApiError, getJson } from "../shared/requests/api";
import { Chip } from "../ui/display/chip";
import { Kbd } from "../ui/display/kbd";
import { Link } from "../ui/display/link";
import { Skeleton } from "../ui/display/skeleton";
import { Timeline, type TimelineEntry } from "../ui/display/timeline";
import { Drawer } from "../ui/overlays/drawer";
import type { ExceptionJson } from "./api";
import { ExceptionComparison } from "./exception-comparison";
import { DecisionButtons, ExceptionDecision, useDecision } from "./exception-decision";
import { formatHint } from "./exceptions-card";
import * as texts from "./texts";

interface ExceptionDrawerProps {
  sessionId: string;
  exceptionId: string;
  /** The exception as listed, shown until its own data is loaded. */
  known: ExceptionJson | undefined;
  mayResolve: boolean;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onResolved: () => void;
}

/** Drawer of one exception: the bank notification next to the ledger, and its resolution. */
export function ExceptionDrawer(props: ExceptionDrawerProps) {
  const { sessionId, exceptionId, known, mayResolve, onClose, onPrevious, onNext, onResolved } = props;
  const query = useQuery({
    queryKey: ["session", sessionId, "exception", exceptionId],
    queryFn: ({ signal }) =>
      getJson<ExceptionJson>(`/api/dashboard/sessions/${sessionId}/exceptions/${exceptionId}`, signal),
    ...(known && { placeholderData: known }),
  });
  const exception = query.data;
  const decision = useDecision({ sessionId, exception, onDone: onResolved });
  const isDecidable = mayResolve && exception?.resolved_at === null;
  return (
    <Drawer
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      row={exceptionId}
      width={600}
      title={exception ? EXCEPTION_REASONS[exception.reason].name : texts.exception}
      badge={exception && <StatusChip exception={exception} />}
      subtitle={exception && <Subtitle exception={exception} />}
      footer={
        <>
          <span className="flex items-center gap-1.5 text-ink-3 text-meta max-md:hidden">
            <Kbd>J</Kbd> <Kbd>K</Kbd>
            {texts.nextPrevious}
          </span>
          {isDecidable && <DecisionButtons decision={decision} onCancel={onClose} />}
        </>
      }
    >
      {query.isError && (
        <Banner tone="red" urgent title={texts.thisExceptionDidNotLoad}>
          {asApiError(query.error).detail}
        </Banner>
      )}
      {!exception && query.isPending && <Skeleton className="h-40" />}
      {exception && (
        <ExceptionFacts exception={exception} mayResolve={mayResolve}>
          {isDecidable && <ExceptionDecision exception={exception} decision={decision} />}
        </ExceptionFacts>
      )}
    </Drawer>
  );
}

interface ExceptionFactsProps {
  exception: ExceptionJson;
  mayResolve: boolean;
  /** The form that resolves the exception, for members who may. */
  children: ReactNode;
}

function ExceptionFacts({ exception, mayResolve, children }: ExceptionFactsProps) {
  return (
    <div className="grid gap-5">
      <ExceptionComparison exception={exception} />
      <Banner title={formatHint(exception)}>{EXCEPTION_REASONS[exception.reason].advice}</Banner>
      {exception.is_reversed && exception.reason !== "reversal" && (
        <Banner tone="red" title={texts.theBankTookItBack}>
          {texts.itCannotBeAssigned}
        </Banner>
      )}
      {children}
      {exception.resolved_at === null && !mayResolve && (
        <p className="text-ink-3 text-body">{texts.ownerOrFinanceResolvesThis}</p>
      )}
      <section aria-label={texts.history}>
        <h3 className="mb-2 text-section">{texts.history}</h3>
        <Timeline entries={historyEntries(exception)} />
      </section>
    </div>
  );
}

function StatusChip({ exception: { resolution } }: { exception: ExceptionJson }) {
  return resolution ? (
    <Chip tone="green">{RESOLUTIONS[resolution]}</Chip>
  ) : (
    <Chip tone="amber">{texts.open}</Chip>
  );
}

function Subtitle({ exception }: { exception: ExceptionJson }) {
  const paid = exception.notification ?? exception.ledger;
  return (
    <>
      {paid?.payer ? `${formatPayerName(paid.payer)} · ` : ""}
      <Instant at={paid?.paid_at ?? exception.created_at} as="full" />
    </>
  );
}

interface ResolvedTitleProps {
  exception: ExceptionJson;
  resolution: keyof typeof RESOLUTIONS;
}

/** How an exception was resolved, by whom, and for an assigned payment the event that has it. */
function ResolvedTitle({ exception, resolution }: ResolvedTitleProps) {
  const { recorded_in: event, resolved_by: by, transaction_id: payment } = exception;
  return (
    <>
      {RESOLUTIONS[resolution]}
      {resolution === "assigned" && event && (
        <>
          {" to "}
          <Link
            className="underline underline-offset-2"
            href={`/events/${event.session_id}${payment ? `?payment=${payment}` : ""}`}
          >
            {event.name}
          </Link>
        </>
      )}
      {by ? texts.byMember(by) : ""}
    </>
  );
}

function historyEntries(exception: ExceptionJson): TimelineEntry[] {
  const { created_at: createdAt, resolved_at: resolvedAt, resolution, note } = exception;
  const { previous_id: previous, detail } = exception;
  const earlier: TimelineEntry[] = previous
    ? [
        {
          key: "earlier",
          icon: History,
          title: (
            <Link className="underline underline-offset-2" href={`?exception=${previous}`}>
              {texts.anEarlierExceptionAboutThisPayment}
            </Link>
          ),
        },
      ]
    : [];
  const received: TimelineEntry = {
    key: "came",
    icon: Landmark,
    tone: "amber",
    title: texts.theBanksNotificationWasReceived,
    at: <Instant at={createdAt} as="day-time" />,
    detail,
  };
  if (!resolvedAt || !resolution) return [...earlier, received];
  return [
    ...earlier,
    received,
    {
      key: "resolved",
      icon: Check,
      tone: "good",
      title: <ResolvedTitle exception={exception} resolution={resolution} />,
      at: <Instant at={resolvedAt} as="day-time" />,
      detail: note,
    },
  ];
}

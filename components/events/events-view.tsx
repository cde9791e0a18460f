"use client";

import { Plus, Scale } from "@/components/ui/icons/icons";
import { formatCount } from "@/lib/core/format/count";
import { Instant } from "../shared/format/instant";
import { Banner } from "../shared/layout/banner";
import { Card } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { PageHeader } from "../shared/layout/page-header";
import { DataTable } from "../shared/tables/data-table";
import { ListToolbar } from "../shared/tables/list-toolbar";
import { useLastTotals } from "../ui/browser/last-totals";
import { Link } from "../ui/display/link";
import { Button } from "../ui/forms/button";
import { LazyPart, prefetch } from "../ui/overlays/lazy";
import { type EventList, type EventListQuery, TABS } from "./api";
import { EventItem, eventColumns } from "./event-columns";
import { FirstSteps } from "./first-steps";
import { SummaryStrip } from "./summary-strip";
import * as texts from "./texts";
import { useEvents } from "./use-events";

interface EventsViewProps {
  organisation: string;
  serviceName: string;
  may: { open: boolean; invite: boolean; sendTestPayments: boolean };
  /** Whether the member has dismissed the first steps in this browser. */
  hasDismissedSteps: boolean;
  initial: { wanted: EventListQuery; list: EventList };
}

const fetchNewEvent = () => import("./new/new-event").then((module) => module.NewEvent);
const fetchDuplicate = () => import("./new/duplicate-event").then((module) => module.DuplicateEvent);
const prefetchNewEvent = () => prefetch(fetchNewEvent);

const TAB_NAMES = {
  all: texts.all,
  live: texts.active,
  upcoming: texts.upcoming,
  closed: texts.closed,
  archived: texts.archived,
};

/** The totals to keep for a page without a connection. */
const toLastTotals = (list: EventList | undefined) =>
  list?.events.map(({ session_id: sessionId, name, taken, payment_count: count }) => ({
    ...{ sessionId, name, taken, count, at: list.generated_at },
  })) ?? [];

/** Home page: all events of an organisation, their takings, and what needs attention. */
export function EventsView({ organisation, serviceName, may, hasDismissedSteps, initial }: EventsViewProps) {
  const events = useEvents(initial);
  const { list, error } = events;
  useLastTotals(toLastTotals(list));
  const newEvent = may.open && (
    <Button
      tone="primary"
      onPointerEnter={prefetchNewEvent}
      onFocus={prefetchNewEvent}
      onClick={events.startOpening}
    >
      <Plus aria-hidden />
      {texts.newEvent}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.events}
        meta={[organisation]}
        actions={
          <>
            <CompareLink />
            {newEvent}
          </>
        }
      />
      <div className="flex flex-col gap-3">
        {error && list && (
          <Banner tone="amber" title={texts.notUpToDate} urgent>
            {texts.theseFiguresWereTrueAt(error.detail)}
            <Instant at={list.generated_at} />.
          </Banner>
        )}
        <SummaryStrip {...(list && { summary: list.summary })} isLate={Boolean(error)} />
        {list?.first_steps && may.open && (
          <FirstSteps steps={list.first_steps} may={may} isDismissed={hasDismissedSteps} />
        )}
        <Toolbar events={events} />
        <Card aria-busy={events.isChanging}>
          <EventsTable events={events} newEvent={newEvent} />
        </Card>
      </div>
      {may.open && <OpenDialog events={events} serviceName={serviceName} />}
    </>
  );
}

type Events = ReturnType<typeof useEvents>;

/** The dialog that creates an event, empty or as a copy of another one, according to the URL. */
function OpenDialog({ events, serviceName }: { events: Events; serviceName: string }) {
  const { isOpening, copyOf, stopOpening: onClose } = events;
  if (!isOpening) return null;
  if (copyOf)
    return (
      <LazyPart
        part={fetchDuplicate}
        given={{ serviceName, sessionId: copyOf, onClose }}
        onFailed={onClose}
      />
    );
  return <LazyPart part={fetchNewEvent} given={{ serviceName, onClose }} onFailed={onClose} />;
}

/** The tabs; the archived events have one if there are any. */
const shownTabs = ({ list, status }: Events) =>
  TABS.filter((tab) => tab !== "archived" || status === "archived" || (list?.counts.archived ?? 0) > 0);

function Toolbar({ events }: { events: Events }) {
  const { list, here, hrefOf, q, search } = events;
  return (
    <ListToolbar
      tabs={{
        label: texts.eventsByState,
        current: here,
        choices: shownTabs(events).map((tab) => ({
          label: TAB_NAMES[tab],
          href: hrefOf(tab),
          ...(list && { count: formatCount(list.counts[tab]) }),
        })),
      }}
      search={{
        "aria-label": texts.searchEvents,
        placeholder: texts.eventVenueOrId,
        text: q,
        onSearch: search,
      }}
    />
  );
}

function EventsTable({ events, newEvent }: { events: Events; newEvent: React.ReactNode }) {
  const { list, error, retry, q, status, clear, more } = events;
  const now = list?.generated_at ?? new Date(0);
  return (
    <>
      <DataTable
        label={texts.events}
        columns={eventColumns(now)}
        rows={list?.events}
        rowKey={(event) => event.session_id}
        rowClassName="h-[60px]"
        asItem={(event) => <EventItem event={event} now={now} />}
        failed={
          error && !list ? (
            <LoadFailed title={texts.yourEventsDidNotLoad} error={error} onRetry={retry} />
          ) : undefined
        }
        empty={
          <EmptyState title={texts.noEventsYet} action={newEvent}>
            {texts.anEventHasAnAccount}
          </EmptyState>
        }
        noneFound={
          q || status !== "all" ? (
            <NoMatch title={texts.noResults} clearLabel={texts.clear} onClear={clear}>
              {texts.nothingMatches(q ? `“${q}”` : texts.thisChoice)}
            </NoMatch>
          ) : undefined
        }
      />
      {list && list.matching > list.events.length && (
        <div className="flex items-center justify-between gap-3 border-edge border-t px-4 py-2.5 text-ink-3 text-meta">
          <span className="figures">
            {texts.shownOfMatching(formatCount(list.events.length), formatCount(list.matching))}
          </span>
          <Button size="small" onClick={more}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

const CompareLink = () => (
  <Button asChild>
    <Link href="/events/compare">
      <Scale aria-hidden />
      {texts.compare}
    </Link>
  </Button>
);

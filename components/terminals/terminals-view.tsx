"use client";

import { useState } from "react";
import { Info } from "@/components/ui/icons/icons";
import { toKeyOf } from "@/lib/core/keys";
import { LiveHeader } from "../event-live/live-header";
import { useRefetchOnChange } from "../live-feed/refetch-on-change";
import { ExportButton } from "../operators/export-button";
import { HandOverDialog } from "../operators/hand-over-dialog";
import { useNow } from "../shared/format/clock";
import { Card } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { useQueryParams } from "../shared/requests/use-query-params";
import { rowSteps } from "../shared/tables/row-steps";
import { cn } from "../ui/display/cn";
import { type TerminalsJson, terminalsPath } from "./api";
import { TerminalDrawer } from "./drawer/terminal-drawer";
import { TerminalGrid } from "./grid/terminal-grid";
import { TerminalPhoneList } from "./terminal-items";
import { type TerminalListProps, TerminalTable } from "./terminal-list";
import { TerminalStats } from "./terminal-stats";
import {
  getTerminalStatus,
  highestBar,
  SORTS,
  selectTerminals,
  type TerminalStatus,
} from "./terminal-status";
import { TerminalTools } from "./terminal-tools";
import * as texts from "./texts";
import { useTerminals } from "./use-terminals";

/** Up to this many terminals are shown in a grid by default, more in a table. */
const GRID_MAX = 12;

interface TerminalsViewProps {
  eventName: string;
  /** Data read while rendering on the server. */
  terminals: TerminalsJson;
  may: { terminals: boolean; operators: boolean; export: boolean };
}

const parseState = (text: string | undefined): TerminalStatus | undefined =>
  text === "taking" || text === "silent" || text === "done" || text === "unused" ? text : undefined;

/** Reads the view, filters and sort order from the URL. */
function useTerminalQuery(count: number) {
  const { get, go, adjust } = useQueryParams();
  const requestedView = get("view");
  const view =
    requestedView === "grid" || requestedView === "list" ? requestedView : count > GRID_MAX ? "list" : "grid";
  return {
    view,
    q: get("q") ?? "",
    state: parseState(get("state")),
    // Cards in a grid keep their position while the figures change.
    sort: toKeyOf(SORTS, get("sort")) ?? (view === "grid" ? "terminal" : "taken"),
    open: get("terminal"),
    go,
    adjust,
  } as const;
}

/** All terminals of an event: takings, location, operator and status. */
export function TerminalsView({ eventName, terminals: initial, may: permissions }: TerminalsViewProps) {
  const overview = useTerminals(initial);
  const { session_id: sessionId, terminals, status } = overview;
  // A closed event allows no assignments and no pairing.
  const may = { ...permissions, operators: permissions.operators && status === "active" };
  useRefetchOnChange(sessionId, overview.version);
  const now = useNow();
  const terminalQuery = useTerminalQuery(terminals.length);
  const [handingOver, setHandingOver] = useState<string>();
  const shown = selectTerminals(overview, terminalQuery, now);
  const post = terminals.find(({ terminal_id }) => terminal_id === handingOver);
  return (
    <div className="pb-6">
      <LiveHeader
        sessionId={sessionId}
        title={texts.terminals}
        note={texts.assignedAtCreation(terminals.length, eventName)}
        brief={eventName}
        actions={may.export && <ExportButton href={`${terminalsPath(sessionId)}/export.csv`} />}
      />
      {terminals.length === 0 ? (
        <NoTerminals />
      ) : (
        <div className="grid grid-cols-1 gap-3" data-version={overview.version}>
          <TerminalStats overview={overview} now={now} few={Boolean(terminalQuery.open)} />
          <TerminalTools {...terminalQuery} overview={overview} now={now} />
          {shown.length === 0 ? (
            <NoneFound onClear={() => terminalQuery.go({ q: undefined, state: undefined })} />
          ) : (
            <TerminalViews
              view={terminalQuery.view}
              terminals={shown}
              getStatus={(terminal) => getTerminalStatus(terminal, status, now)}
              slots={overview.recent}
              highest={highestBar(terminals)}
              selected={terminalQuery.open}
              sort={terminalQuery.sort}
              onSort={(sort) => terminalQuery.adjust({ sort })}
              onOpen={(terminal) => terminalQuery.go({ terminal })}
              onHandOver={may.operators ? setHandingOver : undefined}
            />
          )}
          <ScaleNote isActive={overview.status === "active"} view={terminalQuery.view} />
        </div>
      )}
      <OpenTerminalDrawer {...{ overview, terminalQuery, shown, now, may }} onHandOver={setHandingOver} />
      {post && <HandOverDialog sessionId={sessionId} post={post} onClose={() => setHandingOver(undefined)} />}
    </div>
  );
}

function TerminalViews({ view, ...props }: TerminalListProps & { view: "grid" | "list" }) {
  return (
    <>
      <div className="md:hidden">
        <TerminalPhoneList {...props} />
      </div>
      <div className="max-md:hidden">
        {view === "grid" ? <TerminalGrid {...props} /> : <TerminalTable {...props} />}
      </div>
    </>
  );
}

interface OpenTerminalDrawerProps {
  overview: TerminalsJson;
  terminalQuery: ReturnType<typeof useTerminalQuery>;
  shown: TerminalsJson["terminals"];
  now: Date;
  may: TerminalsViewProps["may"];
  onHandOver: (terminalId: string) => void;
}

function OpenTerminalDrawer({
  overview,
  terminalQuery,
  shown,
  now,
  may,
  onHandOver,
}: OpenTerminalDrawerProps) {
  const terminal = overview.terminals.find(({ terminal_id }) => terminal_id === terminalQuery.open);
  if (!terminal) return null;
  return (
    <TerminalDrawer
      sessionId={overview.session_id}
      terminal={terminal}
      status={getTerminalStatus(terminal, overview.status, now)}
      isClosed={overview.status === "closed"}
      may={may}
      onClose={() => terminalQuery.go({ terminal: undefined })}
      {...rowSteps(
        shown.map(({ terminal_id: id }) => id),
        terminal.terminal_id,
        (id) => terminalQuery.adjust({ terminal: id }),
      )}
      onHandOver={onHandOver}
    />
  );
}

function NoTerminals() {
  return (
    <Card>
      <EmptyState title={texts.thisEventHasNoTerminals}>{texts.terminalsAreSetAtCreation}</EmptyState>
    </Card>
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <NoMatch title={texts.noResults} clearLabel={texts.showAll} onClear={onClear}>
        {texts.terminalsAreFoundByLabel}
      </NoMatch>
    </Card>
  );
}

function ScaleNote({ isActive, view }: { isActive: boolean; view: "grid" | "list" }) {
  // Next to a drawer and on the narrowest phones there are no bars.
  const withBars = cn("max-[22rem]:hidden", view === "list" && "md:@max-[760px]/page:hidden");
  return (
    <p className={cn("flex items-start gap-2 text-ink-3 text-meta", !isActive && withBars)}>
      <Info aria-hidden className="mt-px size-4 shrink-0" />
      <span>
        {isActive && texts.aTerminalIsCalledSilent}
        <span className={withBars}>
          {texts.barsShowTheLastHour(isActive ? "" : texts.beforeTheLastPayment)}
        </span>
      </span>
    </p>
  );
}

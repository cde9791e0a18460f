"use client";

import { Info } from "lucide-react";
import { useState } from "react";
import { FollowingHeader } from "../event-live/following-header";
import { useRefetchOnChange } from "../event-live/refetch-on-change";
import { ExportButton } from "../operators/export-button";
import { HandOverDialog } from "../operators/hand-over-dialog";
import { Card } from "../shared/card";
import { useNow } from "../shared/clock";
import { EmptyState } from "../shared/empty";
import { useQueryParams } from "../shared/use-query-params";
import { Button } from "../ui/button";
import { chosenOf, highestBar, SORTS, type SortBy, type Standing, standingOf } from "./standing";
import { TerminalDrawer } from "./terminal-drawer";
import { TerminalGrid } from "./terminal-grid";
import { TerminalItems } from "./terminal-items";
import { type TerminalListProps, TerminalTable } from "./terminal-list";
import { TerminalStats } from "./terminal-stats";
import { TerminalTools } from "./terminal-tools";
import { useTerminals } from "./use-terminals";
import { type Terminals, terminalsPath } from "./wire";

/** Up to this many stand in a grid, more in a list. */
const GRID_MAX = 12;

interface TerminalsViewProps {
  eventName: string;
  /** As the page was read on the server. */
  terminals: Terminals;
  may: { terminals: boolean; operators: boolean; export: boolean };
}

const sortOf = (text: string | undefined): SortBy | undefined =>
  text && text in SORTS ? (text as SortBy) : undefined;
const stateOf = (text: string | undefined): Standing | undefined =>
  text === "taking" || text === "silent" || text === "done" || text === "unheard" ? text : undefined;

/** What the address asks for. */
function useAsked(count: number) {
  const { get, go, adjust } = useQueryParams();
  const asked = get("view");
  const view = asked === "grid" || asked === "list" ? asked : count > GRID_MAX ? "list" : "grid";
  return {
    view,
    q: get("q") ?? "",
    state: stateOf(get("state")),
    // In a grid each keeps its place while the figures grow.
    sort: sortOf(get("sort")) ?? (view === "grid" ? "terminal" : "taken"),
    open: get("terminal"),
    go,
    adjust,
  } as const;
}

/** All terminals of an event: what each takes, where it stands, who is on it, and which have fallen silent. */
export function TerminalsView({ eventName, terminals: initial, may: mayBe }: TerminalsViewProps) {
  const overview = useTerminals(initial);
  const { session_id: sessionId, terminals, status } = overview;
  // Nobody is put on a terminal of a closed event, and no device is paired with it.
  const may = { ...mayBe, operators: mayBe.operators && status === "active" };
  useRefetchOnChange(sessionId, overview.version);
  const now = useNow();
  const asked = useAsked(terminals.length);
  const [handingOver, setHandingOver] = useState<string>();
  const shown = chosenOf(overview, asked, now);
  const post = terminals.find(({ terminal_id }) => terminal_id === handingOver);
  return (
    <div className="pb-6">
      <FollowingHeader
        sessionId={sessionId}
        title="Terminals"
        note={`${terminals.length} assigned to ${eventName} when the event was created`}
        brief={eventName}
        actions={may.export && <ExportButton href={`${terminalsPath(sessionId)}/export.csv`} />}
      />
      {terminals.length === 0 ? (
        <NoTerminals />
      ) : (
        <div className="grid grid-cols-1 gap-3" data-version={overview.version}>
          <TerminalStats overview={overview} now={now} few={Boolean(asked.open)} />
          <TerminalTools {...asked} overview={overview} now={now} />
          {shown.length === 0 ? (
            <NoneFound onClear={() => asked.go({ q: undefined, state: undefined })} />
          ) : (
            <Shown
              view={asked.view}
              terminals={shown}
              standing={(terminal) => standingOf(terminal, status, now)}
              slots={overview.recent}
              highest={highestBar(terminals)}
              selected={asked.open}
              sort={asked.sort}
              onSort={(sort) => asked.adjust({ sort })}
              onOpen={(terminal) => asked.go({ terminal })}
              onHandOver={may.operators ? setHandingOver : undefined}
            />
          )}
          <ScaleNote isActive={overview.status === "active"} />
        </div>
      )}
      <OpenTerminal {...{ overview, asked, shown, now, may }} onHandOver={setHandingOver} />
      {post && <HandOverDialog sessionId={sessionId} post={post} onClose={() => setHandingOver(undefined)} />}
    </div>
  );
}

function Shown({ view, ...props }: TerminalListProps & { view: "grid" | "list" }) {
  return (
    <>
      <div className="md:hidden">
        <TerminalItems {...props} />
      </div>
      <div className="max-md:hidden">
        {view === "grid" ? <TerminalGrid {...props} /> : <TerminalTable {...props} />}
      </div>
    </>
  );
}

interface OpenTerminalProps {
  overview: Terminals;
  asked: ReturnType<typeof useAsked>;
  shown: Terminals["terminals"];
  now: Date;
  may: TerminalsViewProps["may"];
  onHandOver: (terminalId: string) => void;
}

function OpenTerminal({ overview, asked, shown, now, may, onHandOver }: OpenTerminalProps) {
  const terminal = overview.terminals.find(({ terminal_id }) => terminal_id === asked.open);
  if (!terminal) return null;
  const place = shown.indexOf(terminal);
  const step = (by: number) => {
    const next = place < 0 ? undefined : shown[place + by];
    return next && (() => asked.adjust({ terminal: next.terminal_id }));
  };
  return (
    <TerminalDrawer
      sessionId={overview.session_id}
      terminal={terminal}
      standing={standingOf(terminal, overview.status, now)}
      isClosed={overview.status === "closed"}
      may={may}
      onClose={() => asked.go({ terminal: undefined })}
      onPrevious={step(-1)}
      onNext={step(1)}
      onHandOver={onHandOver}
    />
  );
}

function NoTerminals() {
  return (
    <Card>
      <EmptyState title="This event has no terminals">
        How many an event has is said when it is opened. Transfers to its account are on the live page.
      </EmptyState>
    </Card>
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState title="No terminal by that search" action={<Button onClick={onClear}>Show all</Button>}>
        Terminals are found by label, place, id, device and who is on them.
      </EmptyState>
    </Card>
  );
}

function ScaleNote({ isActive }: { isActive: boolean }) {
  return (
    <p className="flex items-start gap-2 text-ink-3 text-meta">
      <Info aria-hidden className="mt-px size-4 shrink-0" />
      {isActive &&
        "A terminal is called silent when it has taken nothing for 10 minutes, or for five times its usual gap if that is longer. "}
      Bars show payments over the last hour{isActive ? "" : " before the last payment"}, all on one scale.
    </p>
  );
}

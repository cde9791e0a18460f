import { ArrowDown } from "@/components/ui/icons/icons";
import { LayoutGrid, Rows3 } from "@/components/ui/icons/late-icons";
import { entriesOf } from "@/lib/core/keys";
import { SearchBox } from "../shared/tables/search-box";
import { Button } from "../ui/forms/button";
import { Segmented } from "../ui/forms/segmented";
import { DropdownMenu, MenuItem } from "../ui/overlays/dropdown-menu";
import type { TerminalsJson } from "./api";
import { getTerminalStatus, SORTS, type SortBy, type TerminalStatus } from "./terminal-status";
import * as texts from "./texts";

interface TerminalToolsProps {
  overview: Pick<TerminalsJson, "terminals" | "status">;
  now: Date;
  q: string;
  state: TerminalStatus | undefined;
  sort: SortBy;
  view: "grid" | "list";
  go: (changes: Record<string, string | undefined>) => void;
  adjust: (changes: Record<string, string | undefined>) => void;
}

const SORT_NAMES = entriesOf(SORTS);

/** Filters, sort order and view of the terminals. */
export function TerminalTools({ overview, now, q, state, sort, view, go, adjust }: TerminalToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusFilter overview={overview} now={now} state={state} go={go} />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">
        <SearchBox
          aria-label={texts.searchTerminals}
          placeholder={texts.terminalLocationOrOperator}
          text={q}
          onSearch={(text) => adjust({ q: text })}
          boxClassName="w-64 max-md:w-full"
        />
        <div className="flex items-center gap-2 max-md:hidden">
          <DropdownMenu
            label={texts.sortBy}
            trigger={
              <Button aria-label={texts.sortByNow(SORTS[sort])}>
                <ArrowDown aria-hidden />
                {SORTS[sort]}
              </Button>
            }
          >
            {SORT_NAMES.map(([value, name]) => (
              <MenuItem key={value} onSelect={() => adjust({ sort: value })}>
                {name}
              </MenuItem>
            ))}
          </DropdownMenu>
          <Segmented
            label={texts.view}
            choices={[
              { value: "grid", label: <LayoutGrid aria-hidden className="size-4" />, name: texts.grid },
              { value: "list", label: <Rows3 aria-hidden className="size-4" />, name: texts.list },
            ]}
            value={view}
            onChange={(next) => adjust({ view: next })}
            className="h-8"
          />
        </div>
      </div>
    </div>
  );
}

type StatusFilterProps = Pick<TerminalToolsProps, "overview" | "now" | "state" | "go">;

/**
 * Filter by status: all, taking, inactive, and without payments if there are any; of a closed event, those
 * with payments.
 */
function StatusFilter({ overview: { terminals, status }, now, state, go }: StatusFilterProps) {
  const count = (counted: TerminalStatus) =>
    terminals.filter((terminal) => getTerminalStatus(terminal, status, now) === counted).length;
  const unused = count("unused");
  return (
    <Segmented
      label={texts.whichTerminals}
      className="h-8 max-md:w-full"
      choices={[
        { value: "all", label: texts.all, count: terminals.length },
        ...(status === "closed"
          ? [{ value: "done", label: texts.tookPayments, count: count("done") } as const]
          : [
              { value: "taking", label: texts.taking, count: count("taking") } as const,
              { value: "silent", label: texts.silent, count: count("silent") } as const,
            ]),
        ...(unused > 0 || state === "unused"
          ? [{ value: "unused", label: texts.noPaymentsYet, count: unused } as const]
          : []),
      ]}
      value={state ?? "all"}
      onChange={(next) => go({ state: next === "all" ? undefined : next })}
    />
  );
}

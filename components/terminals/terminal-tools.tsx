import { ArrowDown, LayoutGrid, Rows3 } from "lucide-react";
import { SearchBox } from "../shared/search-box";
import { Button } from "../ui/button";
import { DropdownMenu, MenuItem } from "../ui/dropdown-menu";
import { Segmented } from "../ui/segmented";
import { SORTS, type SortBy, type Standing, standingOf } from "./standing";
import type { Terminals } from "./wire";

interface TerminalToolsProps {
  overview: Pick<Terminals, "terminals" | "status">;
  now: Date;
  q: string;
  state: Standing | undefined;
  sort: SortBy;
  view: "grid" | "list";
  go: (changes: Record<string, string | undefined>) => void;
  adjust: (changes: Record<string, string | undefined>) => void;
}

const SORT_NAMES = Object.entries(SORTS) as [SortBy, string][];

/** Which terminals are shown, in which order and how. */
export function TerminalTools({ overview, now, q, state, sort, view, go, adjust }: TerminalToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StateChoice overview={overview} now={now} state={state} go={go} />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">
        <SearchBox
          aria-label="Search terminals"
          placeholder="Terminal, place or operator"
          text={q}
          onSearch={(text) => adjust({ q: text })}
          boxClassName="w-64 max-md:w-full"
        />
        <div className="flex items-center gap-2 max-md:hidden">
          <DropdownMenu
            label="Sort by"
            trigger={
              <Button aria-label={`Sort by, now ${SORTS[sort]}`}>
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
            label="View"
            choices={[
              { value: "grid", label: <LayoutGrid aria-hidden className="size-4" />, name: "Grid" },
              { value: "list", label: <Rows3 aria-hidden className="size-4" />, name: "List" },
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

type StateChoiceProps = Pick<TerminalToolsProps, "overview" | "now" | "state" | "go">;

/**
 * All, those that take, those that are silent; those never heard from only where there are any. Of a closed event, those
 * that have taken something.
 */
function StateChoice({ overview: { terminals, status }, now, state, go }: StateChoiceProps) {
  const count = (standing: Standing) =>
    terminals.filter((terminal) => standingOf(terminal, status, now) === standing).length;
  const unheard = count("unheard");
  return (
    <Segmented
      label="Which terminals"
      className="h-8 max-md:w-full"
      choices={[
        { value: "all", label: "All", count: terminals.length },
        ...(status === "closed"
          ? [{ value: "done", label: "Took payments", count: count("done") } as const]
          : [
              { value: "taking", label: "Taking", count: count("taking") } as const,
              { value: "silent", label: "Silent", count: count("silent") } as const,
            ]),
        ...(unheard > 0 || state === "unheard"
          ? [{ value: "unheard", label: "Not heard from", count: unheard } as const]
          : []),
      ]}
      value={state ?? "all"}
      onChange={(next) => go({ state: next === "all" ? undefined : next })}
    />
  );
}

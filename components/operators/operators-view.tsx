"use client";

import { type ReactNode, useState } from "react";
import { UserPlus } from "@/components/ui/icons/icons";
import { LiveHeader } from "../event-live/live-header";
import { useRefetchOnChange } from "../live-feed/refetch-on-change";
import { Card } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { useQueryParams } from "../shared/requests/use-query-params";
import { rowSteps } from "../shared/tables/row-steps";
import { SearchBox } from "../shared/tables/search-box";
import { Button } from "../ui/forms/button";
import { AddOperatorDialog } from "./add-operator-dialog";
import { formatTerminalLocation, type OperatorsJson, operatorsPath } from "./api";
import { AssignDrawer } from "./assign/assign-drawer";
import { ExportButton } from "./export-button";
import { HandOverDialog } from "./hand-over-dialog";
import { OperatorDrawer } from "./operator-drawer";
import { OperatorStats } from "./operator-stats";
import { OperatorTable, type RankedOperator } from "./operator-table";
import * as texts from "./texts";
import { useOperators } from "./use-operators";

interface OperatorsViewProps {
  /** Data read while rendering on the server. */
  operators: OperatorsJson;
  may: { operators: boolean; assign: boolean; export: boolean };
}

/** Returns a predicate that matches operators by name, role or terminal. */
const matchesSearch = (search: string) => {
  const words = search.trim().toLowerCase();
  return ({ name, role, terminals }: RankedOperator) =>
    [name, role, ...terminals.map(formatTerminalLocation)].some((text) => text.toLowerCase().includes(words));
};

/** All operators of an event, highest takings first. */
export function OperatorsView({ operators: initial, may }: OperatorsViewProps) {
  const { data: overview = initial } = useOperators(initial.session_id, initial);
  const { session_id: sessionId, operators, unassigned } = overview;
  const isClosed = overview.status === "closed";
  useRefetchOnChange(sessionId, overview.version);
  const { get, go, adjust } = useQueryParams();
  const isAdding = may.operators && get("add") === "1";
  const ranked = operators.map((operator, index) => ({ ...operator, rank: index + 1 }));
  const shown = ranked.filter(matchesSearch(get("q") ?? ""));
  const canAssign =
    may.assign && operators.length > 0 && unassigned.transfers.count + unassigned.pos.count > 0;
  const open = get("operator");
  const isDrawerOpen = Boolean(open) || get("assign") === "1";
  const addButton = may.operators && (
    <Button tone="primary" onClick={() => go({ add: "1" })}>
      <UserPlus aria-hidden />
      {texts.addOperator}
    </Button>
  );
  return (
    <div className="pb-6">
      <LiveHeader
        sessionId={sessionId}
        title={texts.operators}
        note={headerNote(operators.length, isClosed)}
        brief={texts.countPeople(operators.length)}
        actions={
          <>
            {may.export && operators.length > 0 && (
              <ExportButton href={`${operatorsPath(sessionId)}/export.csv`} />
            )}
            {addButton}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3" data-version={overview.version}>
        <OperatorStats
          overview={overview}
          few={isDrawerOpen}
          onAssign={canAssign ? () => go({ assign: "1", operator: undefined }) : undefined}
        />
        {operators.length === 0 ? (
          <NoOperators action={addButton} isClosed={isClosed} />
        ) : (
          <>
            <SearchBox
              aria-label={texts.searchOperators}
              placeholder={texts.nameRoleOrTerminal}
              text={get("q") ?? ""}
              onSearch={(q) => adjust({ q })}
              boxClassName="w-56 justify-self-end max-md:w-full"
            />
            {shown.length === 0 ? (
              <NoneFound onClear={() => go({ q: undefined })} />
            ) : (
              <OperatorTable
                operators={shown}
                most={operators[0]?.amount ?? "0.00"}
                selected={open}
                onOpen={(operator) => go({ operator, assign: undefined })}
              />
            )}
          </>
        )}
      </div>
      <OperatorDrawers overview={overview} shown={shown} may={may} />
      {isAdding && (
        <AddOperatorDialog
          sessionId={sessionId}
          terminals={isClosed ? [] : overview.terminals}
          onClose={() => adjust({ add: undefined })}
        />
      )}
    </div>
  );
}

function headerNote(count: number, isClosed: boolean): string {
  if (isClosed) return texts.tookPaymentsForThisEvent(texts.countPeople(count));
  return texts.peopleTakePaymentsForThisEvent(count);
}

/** The drawer next to the leaderboard: one operator, or the unassigned payments. */
function OperatorDrawers({
  overview,
  shown,
  may,
}: Pick<OperatorsViewProps, "may"> & { overview: OperatorsJson; shown: RankedOperator[] }) {
  const { session_id: sessionId, operators, terminals } = overview;
  const { get, go, adjust } = useQueryParams();
  const [handingOver, setHandingOver] = useState<string>();
  const post = terminals.find(({ terminal_id }) => terminal_id === handingOver);
  const operator = operators.find(({ id }) => id === get("operator"));
  return (
    <>
      {operator && (
        <OperatorDrawer
          sessionId={sessionId}
          operator={operator}
          mayHandOver={may.operators && overview.status === "active"}
          mayExport={may.export}
          onClose={() => go({ operator: undefined })}
          {...rowSteps(
            shown.map(({ id }) => id),
            operator?.id,
            (id) => adjust({ operator: id }),
          )}
          onHandOver={setHandingOver}
        />
      )}
      {!operator && get("assign") === "1" && may.assign && (
        <AssignDrawer sessionId={sessionId} overview={overview} onClose={() => go({ assign: undefined })} />
      )}
      {post && <HandOverDialog sessionId={sessionId} post={post} onClose={() => setHandingOver(undefined)} />}
    </>
  );
}

function NoOperators({ action, isClosed }: { action: ReactNode; isClosed: boolean }) {
  return (
    <Card>
      <EmptyState title={isClosed ? texts.noOperatorsWereAdded : texts.noOperatorsYet} action={action}>
        {isClosed ? texts.canStillAssignManually : texts.addYourStaff}
      </EmptyState>
    </Card>
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <NoMatch title={texts.noResults} clearLabel={texts.showAll} onClear={onClear}>
        {texts.peopleAreFoundByName}
      </NoMatch>
    </Card>
  );
}

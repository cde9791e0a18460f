"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RotateCw } from "@/components/ui/icons/late-icons";
import { formatCount } from "@/lib/core/format/count";
import { Card } from "../../shared/layout/card";
import { EmptyState, NoMatch } from "../../shared/layout/empty";
import { LoadFailed } from "../../shared/layout/error-panel";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { ShowOlder } from "../../shared/tables/show-older";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import type { FoundDeliveriesJson, OrganisationEndpointJson, SelectedDeliveries } from "../api";
import { FoundTable } from "./found-table";
import { FoundToolbar } from "./found-toolbar";
import { ReplayProgress, SelectedProgress } from "./replay-progress";
import { type DeliveryFilters, FILTERS } from "./search-filters";
import * as texts from "./texts";
import { useFoundDeliveries } from "./use-found-deliveries";
import { type Selection, useSelection } from "./use-selection";

interface FoundDeliveriesProps {
  initial: FoundDeliveriesJson;
  /** The filters that `initial` was read with. */
  asked: DeliveryFilters;
  endpoints: readonly OrganisationEndpointJson[];
  mayReplay: boolean;
}

/** The deliveries of all events with filters, and replays of selected and of all failed ones with their progress. */
export function FoundDeliveries({ initial, asked, endpoints, mayReplay }: FoundDeliveriesProps) {
  const { address, filters, query, rows } = useFoundDeliveries(initial, asked);
  const { get, go, adjust } = address;
  const selection = useSelection(rows);
  const [sent, setSent] = useState<SelectedDeliveries>();
  const replayId = get("replay");
  const isFiltered = FILTERS.some((name) => filters[name]);
  const clear = () => go(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  return (
    <Card aria-label={texts.deliveries}>
      <FoundToolbar filters={filters} endpoints={endpoints} onChange={go} onSearch={(q) => adjust({ q })}>
        {mayReplay && <ReplayAllButton endpoints={endpoints} onStarted={(id) => go({ replay: id })} />}
      </FoundToolbar>
      {replayId && <ReplayProgress replayId={replayId} onClose={() => go({ replay: undefined })} />}
      {sent && <SelectedProgress deliveries={sent} onClose={() => setSent(undefined)} />}
      {mayReplay && selection.chosen.length > 0 && <SelectionBar selection={selection} onSent={setSent} />}
      <FoundTable
        rows={rows}
        selection={mayReplay ? selection : undefined}
        showsDays={filters.period !== "hour"}
        failed={
          query.isError &&
          !rows && (
            <LoadFailed
              title={texts.theDeliveriesDidNotLoad}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )
        }
        empty={<EmptyState title={texts.nothingSentYet}>{texts.paymentsAreSentWhenRecorded}</EmptyState>}
        noneFound={
          isFiltered && (
            <NoMatch title={texts.noResults} clearLabel={texts.clearTheFilters} onClear={clear}>
              {texts.searchForAWholeId}
            </NoMatch>
          )
        }
      />
      <ShowOlder query={query} />
    </Card>
  );
}

interface SelectionBarProps {
  selection: Selection;
  onSent: (deliveries: SelectedDeliveries) => void;
}

function SelectionBar({ selection, onSent }: SelectionBarProps) {
  const client = useQueryClient();
  const { chosen, clear } = selection;
  const replay = useMutation({
    mutationFn: (deliveries: SelectedDeliveries) =>
      sendJson<{ replayed: number }>("POST", "/api/dashboard/deliveries/replay", { deliveries }),
    onSuccess: ({ replayed }, deliveries) => {
      const left = deliveries.length - replayed;
      if (left > 0) toast({ text: texts.leftOutBeingSentNow(texts.countEvents(left)) });
      onSent(deliveries);
      clear();
    },
    onError: showFailure(texts.nothingWasSentAgain),
    onSettled: () => client.invalidateQueries({ queryKey: ["found-deliveries"] }),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-edge border-t bg-subtle px-4 py-2 text-body">
      <span className="figures mr-auto font-medium">{texts.selected(formatCount(chosen.length))}</span>
      {!selection.areAllChosen && (
        <Button tone="ghost" size="small" onClick={selection.toggleAll}>
          {texts.selectAllShown}
        </Button>
      )}
      <Button tone="ghost" size="small" onClick={clear}>
        {texts.clear}
      </Button>
      <Button size="small" busy={replay.isPending} onClick={() => replay.mutate(chosen)}>
        <RotateCw aria-hidden />
        {texts.replaySelected}
      </Button>
    </div>
  );
}

const fetchDialog = () => import("./replay-dialog").then((module) => module.ReplayDialog);

interface ReplayAllButtonProps {
  endpoints: readonly OrganisationEndpointJson[];
  onStarted: (replayId: string) => void;
}

/** Opens the dialog that sends all failed events again. */
function ReplayAllButton({ endpoints, onStarted }: ReplayAllButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const start = (id: string) => {
    close();
    onStarted(id);
  };
  return (
    <>
      <Button size="small" onPointerEnter={() => prefetch(fetchDialog)} onClick={() => setOpen(true)}>
        <RotateCw aria-hidden />
        {texts.replayFailed}
      </Button>
      {isOpen && (
        <LazyPart
          part={fetchDialog}
          given={{ endpoints, onStarted: start, onClose: close }}
          onFailed={close}
        />
      )}
    </>
  );
}

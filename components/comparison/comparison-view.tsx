"use client";

import { Download } from "@/components/ui/icons/icons";
import { COMPARISONS, MAX_COMPARED } from "@/lib/comparison/labels";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { keysOf } from "@/lib/core/keys";
import { Card } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { PageHeader } from "../shared/layout/page-header";
import { DownloadLink } from "../shared/requests/download-link";
import { CheckMenu } from "../ui/check-menu/check-menu";
import { Button } from "../ui/forms/button";
import { FilterChip } from "../ui/forms/filter-chip";
import { Segmented } from "../ui/forms/segmented";
import { ComparisonTable } from "./comparison-table";
import * as texts from "./texts";
import { type ComparisonJson, useComparison } from "./use-comparison";

interface ComparisonViewProps {
  /** The events that can be chosen, newest first. */
  choices: readonly { id: string; name: string; venue: string | null }[];
  /** The comparison of the page's URL; undefined if it names no event. */
  initial: ComparisonJson | undefined;
  mayExport: boolean;
}

/** Events side by side: their takings by hour since the start, channel, terminal or operator. */
export function ComparisonView({ choices, initial, mayExport }: ComparisonViewProps) {
  const compared = useComparison(initial);
  const { chosen, query, comparison, error, retry } = compared;
  return (
    <>
      <PageHeader
        title={texts.compareEvents}
        meta={[texts.successfulPaymentsOfSeveralEvents]}
        actions={
          mayExport &&
          chosen.length > 0 && (
            <Button asChild>
              <DownloadLink
                href={`/api/dashboard/comparison/export.csv?${query}`}
                aria-keyshortcuts="e"
                data-export-key=""
              >
                <Download aria-hidden />
                {texts.exportLabel}
              </DownloadLink>
            </Button>
          )
        }
      />
      <Card aria-label={texts.comparison}>
        <Toolbar choices={choices} comparison={compared} />
        {chosen.length === 0 ? (
          <EmptyState title={texts.noEventsChosen}>{texts.chooseUpToEvents(MAX_COMPARED)}</EmptyState>
        ) : (
          <ComparisonTable
            comparison={comparison}
            failed={
              error &&
              !comparison && (
                <LoadFailed title={texts.theComparisonDidNotLoad} error={error} onRetry={retry} />
              )
            }
          />
        )}
      </Card>
    </>
  );
}

interface ToolbarProps {
  choices: ComparisonViewProps["choices"];
  comparison: ReturnType<typeof useComparison>;
}

/** The breakdown and the events of the comparison. */
function Toolbar({ choices, comparison: { by, chosen, choose, compareBy } }: ToolbarProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2">
      <Segmented
        label={texts.compareBy}
        className="mr-auto max-md:w-full"
        value={by}
        onChange={compareBy}
        choices={keysOf(COMPARISONS).map((value) => ({ value, label: COMPARISONS[value] }))}
      />
      <CheckMenu
        label={texts.events}
        trigger={
          <FilterChip
            label={texts.events}
            chosen={chosen.length > 0 ? String(chosen.length) : undefined}
            onClear={() => choose([])}
          />
        }
        options={choices.map(({ id, name, venue }) => ({
          value: id,
          label: stripInvisibleCharacters(name),
          keywords: `${venue ?? ""} ${id}`,
        }))}
        chosen={chosen}
        onChange={(ids) => choose(ids.slice(-MAX_COMPARED))}
      />
    </div>
  );
}

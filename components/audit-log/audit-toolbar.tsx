import { Download } from "@/components/ui/icons/icons";
import { AUDIT_AREAS, type AuditArea } from "@/lib/audit/labels";
import { entriesOf } from "@/lib/core/keys";
import { DownloadLink } from "../shared/requests/download-link";
import { FilterMenu } from "../shared/tables/filter-menu";
import { SearchBox } from "../shared/tables/search-box";
import { TimeFilter } from "../shared/tables/time-filter";
import type { TimeRange } from "../shared/tables/time-range";
import { Button } from "../ui/forms/button";
import * as texts from "./texts";

/** The filters of the log, as in the page's URL. */
export interface AuditFilterTexts extends TimeRange {
  q?: string | undefined;
  area?: AuditArea | undefined;
}

interface AuditToolbarProps {
  filters: AuditFilterTexts;
  /** The filters as a query string. */
  query: string;
  onChange: (changes: Record<string, string | undefined>) => void;
  onSearch: (q: string) => void;
}

const AREAS = entriesOf(AUDIT_AREAS).map(([value, { name: label }]) => ({ value, label }));

/** The search, the filters and the export of the audit log. */
export function AuditToolbar({ filters, query, onChange, onSearch }: AuditToolbarProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2">
      <div className="mr-auto max-md:w-full">
        <h2 className="text-section">{texts.auditLog}</h2>
        <p className="text-ink-3 text-meta">{texts.permanentRecord}</p>
      </div>
      <SearchBox
        aria-label={texts.searchTheAuditLog}
        placeholder={texts.whoActionIdOrDetail}
        boxClassName="w-60 max-md:w-full"
        text={filters.q ?? ""}
        onSearch={onSearch}
      />
      <FilterMenu
        label={texts.area}
        chosen={filters.area}
        options={AREAS}
        onChange={(area) => onChange({ area })}
      />
      <TimeFilter range={filters} onChange={({ from, to }) => onChange({ from, to })} />
      <Button asChild size="small">
        <DownloadLink
          href={`/api/dashboard/audit/export.csv${query && `?${query}`}`}
          aria-keyshortcuts="e"
          data-export-key=""
        >
          <Download aria-hidden />
          {texts.exportLabel}
        </DownloadLink>
      </Button>
    </div>
  );
}

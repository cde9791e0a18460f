import { Download } from "@/components/ui/icons/icons";
import { DownloadLink } from "../shared/requests/download-link";
import { Button } from "../ui/forms/button";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../ui/overlays/dropdown-menu";
import { BarLabel } from "./bar-label";
import * as texts from "./texts";

/** Menu that downloads the filtered payments as a file. */
export function ExportMenu({ sessionId, query }: { sessionId: string; query: string }) {
  const href = (format: string) =>
    `/api/dashboard/sessions/${sessionId}/export?format=${format}${query && `&${query}`}`;
  return (
    <DropdownMenu
      label={texts.exportLabel}
      trigger={
        <Button
          size="small"
          className="max-md:w-11 max-md:border-0 max-md:px-0 max-md:shadow-none"
          aria-keyshortcuts="e"
          data-export-key=""
        >
          <Download aria-hidden className="max-md:size-5" />
          <BarLabel>{texts.exportLabel}</BarLabel>
        </Button>
      }
    >
      <MenuLabel>{query ? texts.thesePayments : texts.allPayments}</MenuLabel>
      <MenuItem asChild>
        <DownloadLink href={href("csv")}>{texts.csv}</DownloadLink>
      </MenuItem>
      <MenuItem asChild>
        <DownloadLink href={href("xlsx")}>{texts.excel}</DownloadLink>
      </MenuItem>
      <MenuSeparator />
      <MenuItem asChild>
        <a href={`/events/${sessionId}/print`} target="_blank" rel="noreferrer">
          {texts.printSummary}
        </a>
      </MenuItem>
    </DropdownMenu>
  );
}

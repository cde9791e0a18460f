import { Download } from "@/components/ui/icons/icons";
import { DownloadLink } from "../shared/requests/download-link";
import { Button } from "../ui/forms/button";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../ui/overlays/dropdown-menu";

/** Menu that downloads the filtered payments as a file. */
export function ExportMenu({ sessionId, query }: { sessionId: string; query: string }) {
  const href = (format: string) =>
    `/api/dashboard/sessions/${sessionId}/export?format=${format}${query && `&${query}`}`;
  return (
    <DropdownMenu
      label="Export"
      trigger={
        <Button
          size="small"
          className="max-md:w-11 max-md:border-0 max-md:px-0 max-md:shadow-none"
          aria-keyshortcuts="e"
          data-export-key=""
        >
          <Download aria-hidden className="max-md:size-5" />
          <span className="max-md:sr-only">Export</span>
        </Button>
      }
    >
      <MenuLabel>{query ? "These payments" : "All payments"}</MenuLabel>
      <MenuItem asChild>
        <DownloadLink href={href("csv")}>CSV</DownloadLink>
      </MenuItem>
      <MenuItem asChild>
        <DownloadLink href={href("xlsx")}>Excel</DownloadLink>
      </MenuItem>
      <MenuSeparator />
      <MenuItem asChild>
        <a href={`/events/${sessionId}/print`} target="_blank" rel="noreferrer">
          Print summary
        </a>
      </MenuItem>
    </DropdownMenu>
  );
}

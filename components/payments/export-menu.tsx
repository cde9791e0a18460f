import { Download } from "lucide-react";
import { Button } from "../ui/button";
import { DropdownMenu, MenuHead, MenuItem, MenuLine } from "../ui/dropdown-menu";

/** Takes away what the filters leave, as a file. The link is the browser's own download. */
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
      <MenuHead>{query ? "These payments" : "All payments"}</MenuHead>
      <MenuItem asChild>
        <a href={href("csv")} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={href("xlsx")} download>
          Excel
        </a>
      </MenuItem>
      <MenuLine />
      <MenuItem asChild>
        <a href={`/events/${sessionId}/print`} target="_blank" rel="noreferrer">
          Print the night
        </a>
      </MenuItem>
    </DropdownMenu>
  );
}

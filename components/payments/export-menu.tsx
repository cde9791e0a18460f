import { Download } from "@/components/ui/icons/icons";
import { Button } from "../ui/forms/button";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../ui/overlays/dropdown-menu";

/** Menu that downloads the filtered payments as a file, by a plain browser download. */
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
        <a href={href("csv")} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={href("xlsx")} download>
          Excel
        </a>
      </MenuItem>
      <MenuSeparator />
      <MenuItem asChild>
        <a href={`/events/${sessionId}/print`} target="_blank" rel="noreferrer">
          Print the night
        </a>
      </MenuItem>
    </DropdownMenu>
  );
}

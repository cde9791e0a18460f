import { Download } from "@/components/ui/icons/icons";
import { DownloadLink } from "../shared/requests/download-link";
import { Button } from "../ui/forms/button";
import * as texts from "./texts";

/** Button that downloads a page's data as a file. */
export function ExportButton({ href }: { href: string }) {
  return (
    <Button
      asChild
      className="max-md:w-11 max-md:border-0 max-md:bg-transparent max-md:px-0 max-md:shadow-none"
    >
      <DownloadLink href={href}>
        <Download aria-hidden className="max-md:size-5" />
        <span className="max-md:sr-only">{texts.exportLabel}</span>
      </DownloadLink>
    </Button>
  );
}

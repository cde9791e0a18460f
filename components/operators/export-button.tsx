import { Download } from "lucide-react";
import { Button } from "../ui/button";

/** A file of what a page shows. */
export function ExportButton({ href }: { href: string }) {
  return (
    <Button asChild>
      <a href={href} download>
        <Download aria-hidden />
        Export
      </a>
    </Button>
  );
}

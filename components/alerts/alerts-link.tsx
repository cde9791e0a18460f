import { ChevronRight } from "@/components/ui/icons/icons";
import { Card } from "../shared/layout/card";
import { Link } from "../ui/display/link";

/** The card of Settings that leads to the page of alerts. */
export function AlertsLink() {
  return (
    <Card>
      <Link
        href="/settings/alerts"
        className="flex min-h-12 items-center justify-between gap-4 px-4 py-2.5 focus-visible:-outline-offset-2"
      >
        <span className="min-w-0">
          <span className="text-section">Alerts</span>
          <span className="block text-ink-3 text-meta">By mail and push message, while nobody looks</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Link>
    </Card>
  );
}

import { Card } from "../shared/layout/card";
import { PageHeader } from "../shared/layout/page-header";
import { DataTable } from "../shared/tables/data-table";
import { Skeleton } from "../ui/display/skeleton";
import { eventColumns } from "./event-columns";
import { SummaryStrip } from "./summary-strip";
import * as texts from "./texts";

/** Skeleton of the event list. */
export function EventsSkeleton() {
  return (
    <div aria-busy>
      <PageHeader title={texts.events} meta={[<Skeleton key="organisation" className="h-3 w-28" />]} />
      <div className="flex flex-col gap-3">
        <SummaryStrip />
        <Skeleton className="h-8 w-72" />
        <Card>
          <DataTable
            label={texts.events}
            columns={eventColumns(new Date(0))}
            rows={undefined}
            rowKey={(event) => event.session_id}
            rowClassName="h-[60px]"
            failed={undefined}
            empty={null}
            noneFound={undefined}
          />
        </Card>
      </div>
    </div>
  );
}

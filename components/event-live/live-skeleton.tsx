import { COLUMNS } from "../payments/list/columns";
import { Card, CardHead } from "../shared/layout/card";
import { PageHeader } from "../shared/layout/page-header";
import { SkeletonRows } from "../shared/tables/data-table";
import { HeadCell, Table } from "../shared/tables/table";
import { EventName } from "../shell/navigation/event-name";
import { cn } from "../ui/display/cn";
import { Skeleton } from "../ui/display/skeleton";
import * as texts from "./late-texts";
import { PANELS } from "./panels";

const META = ["w-40", "w-44 max-md:hidden", "w-36 max-md:hidden"];
const RANKS = ["w-full", "w-10/12", "w-8/12", "w-6/12", "w-4/12"];
const BARS = Array.from({ length: 40 }, (_, index) => 30 + ((index * 37) % 60));

/** Skeleton of the live page: its real boxes and labels, without animation. */
export function LiveSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader
        title={<EventName />}
        meta={META.map((width) => <Skeleton key={width} className={cn("h-3", width)} />)}
      />
      <div className="flex flex-col gap-3">
        <Card className="flex min-h-10.5 items-center gap-7 px-3.5">
          <span className="flex items-center gap-2 text-ink-2">
            <span aria-hidden className="size-2 rounded-full bg-ink-3" />
            {texts.connecting}
          </span>
          {META.map((width) => (
            <Skeleton key={width} className={cn("h-3", width)} />
          ))}
        </Card>
        <div className={PANELS}>
          <Total />
          <Rate />
          <Top />
        </div>
        <Payments />
      </div>
    </div>
  );
}

function Total() {
  return (
    <div className="flex min-h-62 flex-col p-4">
      <p className="flex min-h-7 items-center text-ink-2">{texts.totalTaken}</p>
      <Skeleton className="my-1.5 h-9 w-4/5" />
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="mt-auto h-2 w-full" />
      <Skeleton className="mt-4 h-3 w-full" />
      <Skeleton className="mt-3 h-3 w-full" />
    </div>
  );
}

function Rate() {
  return (
    <div className="flex min-h-62 flex-col border-edge p-4 md:border-l">
      <p className="flex min-h-7 items-center text-ink-2">{texts.paymentsPerMinute}</p>
      <div aria-hidden className="mt-auto flex h-32 items-end gap-1">
        {BARS.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have a fixed order
          <span key={index} className="flex-1 rounded-[2px] bg-skeleton" style={{ height: `${height}%` }} />
        ))}
      </div>
    </div>
  );
}

function Top() {
  return (
    <div className="flex flex-col gap-3 border-edge p-4 @max-[960px]/page:hidden @min-[960px]/page:border-l">
      <p className="flex min-h-7 items-center text-ink-2">{texts.topTakings}</p>
      {RANKS.map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className={cn("h-1", width)} />
        </div>
      ))}
    </div>
  );
}

function Payments() {
  return (
    <Card className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
      <CardHead title={texts.payments} />
      <Table aria-label={texts.payments} aria-busy>
        <thead>
          <tr>
            {COLUMNS.map(({ key, title, end, priority }) => (
              <HeadCell key={key} end={end} priority={priority}>
                {title}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <SkeletonRows columns={COLUMNS} count={11} />
        </tbody>
      </Table>
    </Card>
  );
}

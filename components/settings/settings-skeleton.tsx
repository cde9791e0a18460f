import { Card, CardHead } from "../shared/layout/card";
import { PageHeader } from "../shared/layout/page-header";
import { Skeleton } from "../ui/display/skeleton";

function CardSkeleton({ title, lines }: { title: string; lines: number }) {
  return (
    <Card aria-label={title} aria-busy>
      <CardHead title={title} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no other identity
        <div key={line} className="flex h-13 items-center border-edge border-t px-4">
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </Card>
  );
}

/** Skeleton of the settings page. */
export function SettingsSkeleton() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-1 gap-3 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-start-1">
          <CardSkeleton title="Your account" lines={2} />
          <CardSkeleton title="This browser" lines={3} />
          <CardSkeleton title="Your sign-ins" lines={1} />
        </div>
        <CardSkeleton title="Roles" lines={8} />
      </div>
    </>
  );
}

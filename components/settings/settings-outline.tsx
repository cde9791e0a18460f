import { Card, CardHead } from "../shared/card";
import { PageHeader } from "../shared/page-header";
import { Skeleton } from "../ui/skeleton";

function Waiting({ title, lines }: { title: string; lines: number }) {
  return (
    <Card aria-label={title} aria-busy>
      <CardHead title={title} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are not there yet have no other identity
        <div key={line} className="flex h-13 items-center border-edge border-t px-4">
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </Card>
  );
}

/** The settings while they are on their way, in the same boxes. */
export function SettingsOutline() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-1 gap-3 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-start-1">
          <Waiting title="Your account" lines={2} />
          <Waiting title="This browser" lines={3} />
          <Waiting title="Your sign-ins" lines={1} />
        </div>
        <Waiting title="Roles" lines={8} />
      </div>
    </>
  );
}

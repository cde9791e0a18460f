import { CardSkeleton } from "../shared/layout/card-skeleton";
import { PageHeader } from "../shared/layout/page-header";

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

import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <div
      aria-busy="true"
      className="mx-auto my-6 flex max-w-[760px] flex-col gap-4 rounded-card border border-edge bg-surface p-10"
    >
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-12 w-80" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

import { Skeleton } from "../../ui/display/skeleton";
import { Card, CardHead } from "../layout/card";

/** Placeholder of a card with a title and a number of lines. */
export function CardSkeleton({ title, lines }: { title: string; lines: number }) {
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

import { FiguresSkeleton } from "@/components/shared/figures-skeleton";

export default function Loading() {
  return (
    <FiguresSkeleton
      title="Settlement"
      figures={["Settled", "Awaiting settlement"]}
      list="By date"
      heads={["Settlement date", "Count", "Channel", "Amount"]}
    />
  );
}

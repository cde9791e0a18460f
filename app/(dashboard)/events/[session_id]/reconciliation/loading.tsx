import { FiguresSkeleton } from "@/components/shared/figures-skeleton";

export default function Loading() {
  return (
    <FiguresSkeleton
      title="Reconciliation"
      figures={["Our books", "Settlement"]}
      list="Exceptions"
      heads={["What is wrong", "Payer", "When", "Amount"]}
    />
  );
}

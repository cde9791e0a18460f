import { FiguresSkeleton } from "@/components/shared/figures-skeleton";

export default function Loading() {
  return (
    <FiguresSkeleton
      title="Operators"
      figures={["Linked to an operator", "On shift", "No operator yet"]}
      list="Operators"
      heads={["Operator", "Taken", "Count", "Where", "Shift", "Last payment"]}
    />
  );
}

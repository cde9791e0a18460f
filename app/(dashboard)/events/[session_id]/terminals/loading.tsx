import { FiguresSkeleton } from "@/components/shared/figures-skeleton";

export default function Loading() {
  return (
    <FiguresSkeleton
      title="Terminals"
      figures={["Taken at terminals", "Taking now", "Average payment", "Failed", "Busiest right now"]}
      list="Terminals"
      heads={["Terminal", "Place", "Taken", "Count", "Last payment"]}
    />
  );
}

import { FiguresSkeleton } from "@/components/shared/figures-skeleton";

export default function Loading() {
  return (
    <FiguresSkeleton
      title="Webhooks"
      figures={["Endpoint", "Delivered", "Response time, last hour"]}
      list="Deliveries"
      heads={["Sent", "Payment", "Amount", "Attempts", "Response"]}
    />
  );
}

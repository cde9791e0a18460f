import { LiveSkeleton } from "@/components/live/live-skeleton";

export default function LiveLoading() {
  return <LiveSkeleton />;
}

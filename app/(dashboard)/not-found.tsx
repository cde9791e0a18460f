import { NotFoundCard } from "@/components/shell/errors/not-found";

/** Not-found page inside the frame, for an unknown event or page. */
export default function DashboardNotFound() {
  return <NotFoundCard />;
}

import { NotFoundCard } from "@/components/shell/not-found";

/** What is said inside the frame of an event or a page that there is not. */
export default function DashboardNotFound() {
  return <NotFoundCard />;
}

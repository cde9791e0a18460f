import { NothingHere } from "@/components/shell/nothing-here";

/** What is said inside the frame of an event or a page that there is not. */
export default function DashboardNotFound() {
  return <NothingHere />;
}

import { NotForYou } from "@/components/shell/nothing-here";

/** What a member sees inside the frame of a page that their role may not. */
export default function DashboardForbidden() {
  return <NotForYou />;
}

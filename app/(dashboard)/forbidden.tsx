import { NotForYou } from "@/components/shell/not-found";

/** What a member sees inside the frame of a page that their role may not. */
export default function DashboardForbidden() {
  return <NotForYou />;
}

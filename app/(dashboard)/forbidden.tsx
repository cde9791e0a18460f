import { ForbiddenCard } from "@/components/shell/errors/not-found";

/** 403 page inside the frame, for a page that the member's role may not see. */
export default function DashboardForbidden() {
  return <ForbiddenCard />;
}

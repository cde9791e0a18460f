import type { ReactNode } from "react";
import { pageMemberWho } from "../../../member";

/** Asked above the skeleton, so that whoever may not see the page is answered 403, and not by a page that says so. */
export default async function SettlementLayout({ children }: { children: ReactNode }) {
  await pageMemberWho("see_money");
  return children;
}

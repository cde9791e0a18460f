import type { ReactNode } from "react";
import { pageMemberWho } from "../../../member";

/**
 * Asked above the skeleton, so that whoever may not see the page is answered 403. The page asks too: who goes from page to
 * page is not sent the layouts that are there already.
 */
export default async function ReconciliationLayout({ children }: { children: ReactNode }) {
  await pageMemberWho("see_money");
  return children;
}

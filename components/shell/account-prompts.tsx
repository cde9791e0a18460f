"use client";

import { askedIdentity } from "../shared/confirm-identity";
import { Later } from "../ui/later";
import { usePageValue } from "../ui/page-value";
import type { ShownAlert } from "./alerts";

const fetchAlerts = () => import("./alerts").then((one) => one.Alerts);
const fetchDialog = () => import("./identity-dialog").then((one) => one.IdentityDialog);

interface AccountPromptsProps {
  alerts: readonly ShownAlert[];
  hasSecondFactor: boolean;
}

/** What a page asks of the member or tells them about their own account, whichever page it is; fetched when there is something. */
export function AccountPrompts({ alerts, hasSecondFactor }: AccountPromptsProps) {
  const asked = usePageValue(askedIdentity, (now) => now);
  return (
    <>
      {alerts.length > 0 && <Later part={fetchAlerts} given={{ alerts }} />}
      {asked && (
        <Later part={fetchDialog} given={{ asked, hasSecondFactor }} onFailed={() => asked.settle(false)} />
      )}
    </>
  );
}

"use client";

import { askedIdentity } from "../shared/confirm-identity";
import { LazyPart } from "../ui/lazy";
import { useSharedStore } from "../ui/shared-store";
import type { ShownAlert } from "./alerts";

const fetchAlerts = () => import("./alerts").then((one) => one.Alerts);
const fetchDialog = () => import("./identity-dialog").then((one) => one.IdentityDialog);

interface AccountPromptsProps {
  alerts: readonly ShownAlert[];
  hasSecondFactor: boolean;
}

/** What a page asks of the member or tells them about their own account, whichever page it is; fetched when there is something. */
export function AccountPrompts({ alerts, hasSecondFactor }: AccountPromptsProps) {
  const asked = useSharedStore(askedIdentity, (now) => now);
  return (
    <>
      {alerts.length > 0 && <LazyPart part={fetchAlerts} given={{ alerts }} />}
      {asked && (
        <LazyPart
          part={fetchDialog}
          given={{ asked, hasSecondFactor }}
          onFailed={() => asked.settle(false)}
        />
      )}
    </>
  );
}

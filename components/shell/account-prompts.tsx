"use client";

import { identityRequest } from "../shared/requests/confirm-identity";
import { useSharedStore } from "../ui/browser/shared-store";
import { LazyPart } from "../ui/overlays/lazy";
import type { MemberAlertJson } from "./alerts";

const fetchAlerts = () => import("./alerts").then((one) => one.Alerts);
const fetchDialog = () => import("./identity-dialog").then((one) => one.IdentityDialog);

interface AccountPromptsProps {
  alerts: readonly MemberAlertJson[];
  hasSecondFactor: boolean;
}

/** Account alerts and the identity dialog, on every page. Both are loaded only when needed. */
export function AccountPrompts({ alerts, hasSecondFactor }: AccountPromptsProps) {
  const asked = useSharedStore(identityRequest, (now) => now);
  return (
    <>
      {alerts.length > 0 && <LazyPart part={fetchAlerts} given={{ alerts }} />}
      {asked && (
        <LazyPart
          part={fetchDialog}
          given={{ asked, hasSecondFactor }}
          onFailed={() => asked.complete(false)}
        />
      )}
    </>
  );
}

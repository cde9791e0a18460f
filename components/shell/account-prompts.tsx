"use client";

import { identityPrompt, signInPrompt } from "../shared/requests/confirm-identity";
import { useSharedStore } from "../ui/browser/shared-store";
import { LazyPart } from "../ui/overlays/lazy";
import type { MemberAlertJson } from "./alerts";

const fetchAlerts = () => import("./alerts").then((one) => one.Alerts);
const fetchIdentity = () => import("./identity-dialog").then((one) => one.IdentityDialog);
const fetchSignIn = () => import("./errors/signed-out-dialog").then((one) => one.SignedOutDialog);

interface AccountPromptsProps {
  alerts: readonly MemberAlertJson[];
  hasSecondFactor: boolean;
}

/** Account alerts and the dialogs that pause API requests, on every page. All are loaded only when needed. */
export function AccountPrompts({ alerts, hasSecondFactor }: AccountPromptsProps) {
  const asked = useSharedStore(identityPrompt.current, (now) => now);
  const signedOut = useSharedStore(signInPrompt.current, (now) => now);
  return (
    <>
      {alerts.length > 0 && <LazyPart part={fetchAlerts} given={{ alerts }} />}
      {asked && (
        <LazyPart
          part={fetchIdentity}
          given={{ asked, hasSecondFactor }}
          onFailed={() => asked.complete(false)}
        />
      )}
      {signedOut && (
        <LazyPart
          part={fetchSignIn}
          given={{ asked: signedOut }}
          onFailed={() => signedOut.complete(false)}
        />
      )}
    </>
  );
}

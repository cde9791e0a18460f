import type { Prompt } from "../../shared/requests/confirm-identity";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import * as texts from "./late-texts";

/** Shown over a form whose change was rejected because the sign-in has ended: what was typed stays. */
export function SignedOutDialog({ asked: { complete } }: { asked: Prompt }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || complete(false)}
      title={texts.youAreSignedOut}
      description={texts.whatYouTypedIsKept}
      footer={
        <>
          <Button asChild>
            <a href="/login" target="_blank" rel="noreferrer">
              {texts.signIn}
            </a>
          </Button>
          <Button tone="primary" onClick={() => complete(true)}>
            {texts.tryAgain}
          </Button>
        </>
      }
    />
  );
}

import { useRef } from "react";
import { asApiError } from "../shared/api";
import { Banner } from "../shared/banner";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { toast } from "../ui/toast";
import { useReleaseDevice } from "./use-devices";
import type { DeviceJson } from "./wire";

interface ReleaseDialogProps {
  device: DeviceJson;
  onClose: () => void;
}

/** Asks before a device is released; the focus starts on what changes nothing. */
export function ReleaseDialog({ device: { id, serial, paired }, onClose }: ReleaseDialogProps) {
  const release = useReleaseDevice();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      destructive
      onOpenChange={(open) => open || onClose()}
      initialFocus={keep}
      title={`Release ${serial}?`}
      description={`${paired ? `It is unpaired from ${paired.label} of ${paired.event}. ` : ""}Another organisation can then have it. To have it back, ask the operator of the service.`}
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          <Button
            tone="danger"
            busy={release.isPending}
            onClick={() =>
              release.mutate(id, {
                onSuccess: () => {
                  toast({ text: `${serial} is released.` });
                  onClose();
                },
              })
            }
          >
            Release
          </Button>
        </>
      }
    >
      {release.error && (
        <Banner tone="red" urgent title={`${serial} was not released.`}>
          {asApiError(release.error).detail}
        </Banner>
      )}
    </Dialog>
  );
}

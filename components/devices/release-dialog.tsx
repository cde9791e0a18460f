import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { toast } from "../ui/feedback/toast";
import type { DeviceJson } from "./api";
import * as texts from "./texts";
import { useReleaseDevice } from "./use-devices";

interface ReleaseDialogProps {
  device: DeviceJson;
  onClose: () => void;
}

/** Confirms the release of a device. */
export function ReleaseDialog({ device: { id, serial, paired }, onClose }: ReleaseDialogProps) {
  const release = useReleaseDevice();
  const onSuccess = () => {
    toast({ text: texts.isReleased(serial) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={texts.releaseQuestion(serial)}
      description={texts.anotherOrganisationCanHaveIt(
        paired ? texts.itIsUnpairedFrom(paired.label, paired.event) : "",
      )}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.releaseLabel}
      isBusy={release.isPending}
      failure={{ title: texts.wasNotReleased(serial), thrown: release.error }}
      onConfirm={() => release.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  );
}

import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { toast } from "../ui/feedback/toast";
import type { DeviceJson } from "./api";
import { useReleaseDevice } from "./use-devices";

interface ReleaseDialogProps {
  device: DeviceJson;
  onClose: () => void;
}

/** Confirms the release of a device. */
export function ReleaseDialog({ device: { id, serial, paired }, onClose }: ReleaseDialogProps) {
  const release = useReleaseDevice();
  const onSuccess = () => {
    toast({ text: `${serial} is released.` });
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Release ${serial}?`}
      description={`${paired ? `It is unpaired from ${paired.label} of ${paired.event}. ` : ""}Another organisation can then have it. To have it back, ask the operator of the service.`}
      cancelLabel="Keep it"
      confirmLabel="Release"
      isBusy={release.isPending}
      failure={{ title: `${serial} was not released.`, thrown: release.error }}
      onConfirm={() => release.mutate(id, { onSuccess })}
      onClose={onClose}
    />
  );
}

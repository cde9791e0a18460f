"use client";

import { type FormEvent, useState } from "react";
import { asApiError } from "../shared/api";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/field";
import { toast } from "../ui/toast";
import { useDevice } from "./use-terminals";
import type { Terminal } from "./wire";

interface DeviceDialogProps {
  sessionId: string;
  terminal: Pick<Terminal, "terminal_id" | "label" | "devices">;
  onClose: () => void;
}

/** Asks which device stands for a terminal from now on. */
export function DeviceDialog({
  sessionId,
  terminal: { terminal_id, label, devices },
  onClose,
}: DeviceDialogProps) {
  const [serial, setSerial] = useState("");
  const [wrong, setWrong] = useState<string>();
  const change = useDevice(sessionId, terminal_id);
  const replaces = devices.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (!serial.trim()) return setWrong("Enter the serial number on the device.");
    change.mutate(
      { how: replaces ? "replace" : "pair", device: serial },
      {
        onSuccess: () => {
          toast({ text: `${serial.trim()} now takes payments for ${label}.` });
          onClose();
        },
        onError: (thrown) => setWrong(`${asApiError(thrown).detail} Nothing changed.`),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaces ? `Replace the device of ${label}` : `Pair a device with ${label}`}
      description={
        replaces
          ? `Payments on ${devices.join(", ")} stop counting here, and those on the new device begin.`
          : "Payments made on it from now on are this terminal's."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="device" busy={change.isPending}>
            {replaces ? "Replace device" : "Pair device"}
          </Button>
        </>
      }
    >
      <form id="device" onSubmit={submit} noValidate>
        <TextField
          label="Serial number"
          hint="On the sticker at the back of the device, or in its settings."
          error={wrong}
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={serial}
          onChange={(event) => {
            setSerial(event.target.value);
            setWrong(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

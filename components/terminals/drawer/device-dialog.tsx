"use client";

import { type FormEvent, useState } from "react";
import { type DeviceJson, deviceBankName, isPairable } from "../../devices/api";
import { useDevices } from "../../devices/use-devices";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Field, TextField } from "../../ui/forms/field";
import { FormFooter } from "../../ui/forms/form-footer";
import { Select } from "../../ui/forms/select";
import { Dialog } from "../../ui/overlays/dialog";
import type { TerminalJson } from "../api";
import { useDevice } from "../use-terminals";
import * as texts from "./texts";

interface DeviceDialogProps {
  sessionId: string;
  terminal: Pick<TerminalJson, "terminal_id" | "label" | "devices">;
  onClose: () => void;
}

/** The device being chosen; the bank matters only if the serial number is registered at several. */
interface Choice {
  serial: string;
  provider?: string | undefined;
}

/** Dialog that pairs or replaces the device of a terminal. */
export function DeviceDialog({
  sessionId,
  terminal: { terminal_id, label, devices },
  onClose,
}: DeviceDialogProps) {
  const [choice, setChoice] = useState<Choice>({ serial: "" });
  const [formError, setFormError] = useState<string>();
  const change = useDevice(sessionId, terminal_id);
  const ownDevices = useDevices().data?.devices ?? [];
  const replaces = devices.length > 0;
  const serial = choice.serial.trim();
  const banks = ownDevices
    .filter((device) => device.serial === serial)
    .flatMap(({ provider }) => provider ?? []);
  const provider = banks.length > 1 ? (choice.provider ?? banks[0]) : undefined;
  const choose = (next: Choice) => {
    setChoice(next);
    setFormError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (!serial) return setFormError(texts.enterTheSerialNumber);
    change.mutate(
      { how: replaces ? "replace" : "pair", device: serial, provider },
      {
        onSuccess: () => {
          toast({ text: texts.nowTakesPaymentsFor(serial, label) });
          onClose();
        },
        onError: (thrown) => setFormError(texts.nothingChanged(asApiError(thrown).detail)),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaces ? texts.replaceTheDeviceOf(label) : texts.pairADeviceWith(label)}
      description={
        replaces ? texts.paymentsStopCountingHere(devices.join(", ")) : texts.laterPaymentsCountHere
      }
      footer={
        <FormFooter form="device" isBusy={change.isPending} onCancel={onClose}>
          {replaces ? texts.replaceDevice : texts.pairDevice}
        </FormFooter>
      }
    >
      <form id="device" onSubmit={submit} noValidate className="space-y-4">
        <TextField
          label={texts.serialNumber}
          hint={texts.whereSerialNumberIs}
          error={formError}
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={choice.serial}
          onChange={(event) => choose({ serial: event.target.value })}
        />
        {provider && (
          <Field label={texts.bank} hint={texts.serialIsAtSeveralBanks}>
            {(control) => (
              <Select
                {...control}
                value={provider}
                onChange={(event) => choose({ serial, provider: event.target.value })}
              >
                {banks.map((bank) => (
                  <option key={bank} value={bank}>
                    {deviceBankName(bank)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <FreeDevices devices={ownDevices.filter(isPairable)} serial={serial} onChoose={choose} />
      </form>
    </Dialog>
  );
}

interface FreeDevicesProps {
  devices: readonly DeviceJson[];
  serial: string;
  onChoose: (choice: Choice) => void;
}

/** The organisation's devices that are paired with no terminal of an open event. */
function FreeDevices({ devices, serial, onChoose }: FreeDevicesProps) {
  if (devices.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink-2 text-meta">{texts.yourDevicesThatAreFree}</legend>
      <div className="flex max-h-40 flex-wrap gap-2 overflow-y-auto p-0.5">
        {devices.map((device) => (
          <Button
            key={device.id}
            size="small"
            aria-pressed={device.serial === serial}
            className="max-w-full font-mono"
            onClick={() => onChoose({ serial: device.serial, provider: device.provider ?? undefined })}
          >
            <span className="truncate">{device.serial}</span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

import { type FormEvent, useId, useRef, useState } from "react";
import { asApiError } from "../shared/requests/api";
import { Field, TextField } from "../ui/forms/field";
import { FormFooter } from "../ui/forms/form-footer";
import { Select } from "../ui/forms/select";
import { Dialog } from "../ui/overlays/dialog";
import { type DeviceClaimJson, deviceBankName } from "./api";
import * as texts from "./texts";
import { useOpenClaim } from "./use-devices";

interface ClaimDialogProps {
  /** The banks whose notifications can prove a claim. */
  banks: readonly string[];
  onClose: () => void;
  onOpened: (claim: DeviceClaimJson) => void;
}

/** Dialog to claim a device by its serial number; returns the amount to pay on it. */
export function ClaimDialog({ banks, onClose, onOpened }: ClaimDialogProps) {
  const [serial, setSerial] = useState("");
  const [provider, setProvider] = useState(banks[0] ?? "");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const open = useOpenClaim();

  function showError(detail: string) {
    setError(detail);
    field.current?.focus();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (open.isPending) return;
    if (!serial.trim()) return showError(texts.enterTheSerialNumber);
    open.mutate(
      { serial: serial.trim(), provider },
      { onSuccess: onOpened, onError: (thrown) => showError(asApiError(thrown).detail) },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      initialFocus={field}
      title={texts.claimADevice}
      description={texts.payAmountToClaim}
      footer={
        <FormFooter form={formId} isBusy={open.isPending} onCancel={onClose}>
          {texts.getTheAmount}
        </FormFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <TextField
          ref={field}
          label={texts.serialNumber}
          hint={texts.whereSerialNumberIs}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={serial}
          onChange={(event) => {
            setSerial(event.target.value);
            setError(undefined);
          }}
        />
        <Field label={texts.bank}>
          {(control) => (
            <Select {...control} value={provider} onChange={(event) => setProvider(event.target.value)}>
              {banks.map((bank) => (
                <option key={bank} value={bank}>
                  {deviceBankName(bank)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}

"use client";

import { useState } from "react";
import { bankName } from "../shared/format/bank-name";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { Field } from "../ui/forms/field";
import { Segmented } from "../ui/forms/segmented";
import { Select } from "../ui/forms/select";
import { FormDialog } from "../ui/overlays/form-dialog";
import type { BankJson, ConnectionJson } from "./api";
import { CredentialFields, type CredentialValues } from "./credential-fields";
import * as texts from "./texts";
import type { ConnectionActions } from "./use-connections";

interface DialogProps {
  actions: ConnectionActions;
  onClose: () => void;
}

const TRIED = texts.credentialsAreTriedFirst;
const NOT_TRIED = texts.thisBankHasNoTest;

/** Dialog to add a connection: the bank and its credentials. */
export function AddDialog({
  banks,
  actions: { add },
  onClose,
}: DialogProps & { banks: readonly BankJson[] }) {
  const [provider, setProvider] = useState(banks[0]?.provider ?? "");
  const [values, setValues] = useState<CredentialValues>({});
  const bank = banks.find((one) => one.provider === provider);
  const choose = (name: string) => {
    setProvider(name);
    setValues({});
    add.reset();
  };
  return (
    <FormDialog
      title={texts.addABankConnection}
      description={texts.paymentsReachYourOwnAccount(bank?.is_tried ? TRIED : NOT_TRIED)}
      submitLabel={texts.addConnection}
      isBusy={add.isPending}
      onSubmit={() => add.mutate({ provider, credentials: values })}
      onClose={onClose}
    >
      <BankField banks={banks} value={provider} onChange={choose} />
      {bank && <CredentialFields bank={bank} values={values} onChange={setValues} error={add.error} />}
    </FormDialog>
  );
}

interface BankFieldProps {
  banks: readonly BankJson[];
  value: string;
  onChange: (provider: string) => void;
}

function BankField({ banks, value, onChange }: BankFieldProps) {
  return (
    <Field label={texts.bank}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {banks.map(({ provider }) => (
            <option key={provider} value={provider}>
              {bankName(provider)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const OVERLAPS = [
  { value: "0", label: texts.notAtAll },
  { value: "24", label: "24 h" },
  { value: "72", label: texts.threeDays },
  { value: "168", label: texts.sevenDays },
] as const;

interface RotateProps extends DialogProps {
  connection: ConnectionJson;
  bank: BankJson;
}

/** Dialog to replace credentials; asks how long notifications signed with the old secret are accepted. */
export function RotateDialog({ connection, bank, actions: { rotate }, onClose }: RotateProps) {
  const [values, setValues] = useState<CredentialValues>({});
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]["value"]>("72");
  const submit = () =>
    rotate.mutate({ id: connection.id, credentials: values, overlap_hours: Number(hours) });
  return (
    <FormDialog
      title={texts.replaceTheCredentialsAt(bankName(connection.provider))}
      description={texts.aBlankFieldKeepsItsValue(bank.is_tried ? TRIED : NOT_TRIED)}
      submitLabel={texts.replaceCredentials}
      isBusy={rotate.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CredentialFields bank={bank} values={values} onChange={setValues} error={rotate.error} keepsBlank />
      <div className="flex flex-wrap items-center justify-between gap-3 text-body">
        {texts.theOldSecretIsAccepted}
        <Segmented
          label={texts.theOldSecretIsAccepted}
          choices={OVERLAPS}
          value={hours}
          onChange={setHours}
        />
      </div>
    </FormDialog>
  );
}

/** Confirms the removal of a connection. */
export function RemoveDialog({
  connection,
  actions: { remove },
  onClose,
}: DialogProps & { connection: ConnectionJson }) {
  return (
    <ConfirmDialog
      title={texts.removeTheConnectionTo(bankName(connection.provider))}
      description={texts.itsCredentialsAreDeleted}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.remove}
      isBusy={remove.isPending}
      failure={{ title: texts.theConnectionWasNotRemoved, thrown: remove.error }}
      onConfirm={() => remove.mutate(connection.id)}
      onClose={onClose}
    />
  );
}

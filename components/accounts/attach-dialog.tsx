"use client";

import { type FormEvent, useId, useState } from "react";
import { bankName } from "../shared/format/bank-name";
import { Banner } from "../shared/layout/banner";
import { EmptyState } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { asApiError } from "../shared/requests/api";
import { Skeleton } from "../ui/display/skeleton";
import { toast } from "../ui/feedback/toast";
import { Field } from "../ui/forms/field";
import { FormFooter } from "../ui/forms/form-footer";
import { Select } from "../ui/forms/select";
import { Dialog } from "../ui/overlays/dialog";
import { AccountChoices } from "./account-choices";
import type { AttachableConnectionJson } from "./api";
import * as texts from "./late-texts";
import { useAttachAccount, useAttachableConnections } from "./use-accounts";

interface AttachDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** The chosen connection and account; the first connection is chosen until another one is. */
function useChoice(sessionId: string, onAttached: () => void) {
  const connections = useAttachableConnections(sessionId);
  const attach = useAttachAccount(sessionId, onAttached);
  const [given, setGiven] = useState<string>();
  const [accountNumber, setAccountNumber] = useState<string>();
  const connectionId = given ?? connections.data?.connections[0]?.id;
  return {
    ...{ connections, attach, connectionId, accountNumber },
    chooseConnection: (id: string) => {
      setGiven(id);
      setAccountNumber(undefined);
      attach.reset();
    },
    chooseAccount: (number: string) => {
      setAccountNumber(number);
      attach.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (attach.isPending || !connectionId || !accountNumber) return;
      attach.mutate({ connectionId, accountNumber });
    },
  };
}

/** Dialog that attaches an account of the organisation's bank to an event without one. */
export function AttachDialog({ sessionId, onClose }: AttachDialogProps) {
  const form = useId();
  const choice = useChoice(sessionId, () => {
    toast({ text: texts.theAccountIsAttached });
    onClose();
  });
  const { attach, accountNumber } = choice;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.attachAnAccount}
      description={texts.chooseAnExistingAccount}
      footer={
        <FormFooter form={form} isBusy={attach.isPending} isDisabled={!accountNumber} onCancel={onClose}>
          {texts.attachAccount}
        </FormFooter>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={choice.submit}>
        <Choices choice={choice} />
        {attach.error && (
          <Banner tone="red" title={texts.theAccountWasNotAttached} urgent>
            {asApiError(attach.error).detail}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

function Choices({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { data, error, refetch } = choice.connections;
  const { connectionId } = choice;
  if (error) {
    return <LoadFailed title={texts.theBankConnectionsDidNotLoad} error={error} onRetry={() => refetch()} />;
  }
  if (!data) return <Skeleton className="h-40" />;
  if (!connectionId)
    return (
      <EmptyState title={texts.yourOrganisationHasNoBankConnection} className="py-8">
        {texts.ownersAddBankConnections}
      </EmptyState>
    );
  return (
    <>
      {data.connections.length > 1 && (
        <ConnectionField
          connections={data.connections}
          value={connectionId}
          onChange={choice.chooseConnection}
        />
      )}
      <AccountChoices
        key={connectionId}
        connectionId={connectionId}
        value={choice.accountNumber}
        onChange={choice.chooseAccount}
      />
    </>
  );
}

interface ConnectionFieldProps {
  connections: readonly AttachableConnectionJson[];
  value: string;
  onChange: (id: string) => void;
}

function ConnectionField({ connections, value, onChange }: ConnectionFieldProps) {
  return (
    <Field label={texts.bankConnection}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {connections.map(({ id, provider }) => (
            <option key={id} value={id}>
              {bankName(provider)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

"use client";

import { type FormEvent, useState } from "react";
import { AMOUNT_EXPECTED, formatNaira, parseTypedNaira } from "@/lib/core/format/naira";
import { Card, CardHead } from "../shared/layout/card";
import { type ApiError, asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import type { RefundSettingsJson } from "./api";
import * as texts from "./late-texts";
import { useRefundSettings } from "./use-refunds";

/** Which refunds need a second person; owners change it. */
export function RefundSettingsCard({
  initial,
  mayChange,
}: {
  initial: RefundSettingsJson;
  mayChange: boolean;
}) {
  const { settings, change } = useRefundSettings(initial);
  const above = settings.approval_above;
  return (
    <Card aria-label={texts.refunds}>
      <CardHead title={texts.refunds} />
      <div className="space-y-3 border-edge border-t px-4 py-3">
        <p className="text-body">
          {above === null
            ? texts.everyRefundNeedsASecondPerson
            : texts.secondPersonAboveDailyAmount(formatNaira(above))}
        </p>
        <p className="text-ink-3 text-meta">
          {settings.deployment_allowed ? texts.serviceRefundsAreAllowed : texts.serviceRefundsAreNotAllowed}
        </p>
        {mayChange && <ApprovalForm initial={above} change={change} />}
      </div>
    </Card>
  );
}

const describeFault = (error: ApiError) =>
  error.findFieldError("/approval_above", { label: texts.amount, expected: AMOUNT_EXPECTED }) ?? error.detail;

interface ApprovalFormProps {
  initial: string | null;
  change: ReturnType<typeof useRefundSettings>["change"];
}

function ApprovalForm({ initial, change }: ApprovalFormProps) {
  const [text, setText] = useState(initial ?? "");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const above = parseTypedNaira(text) ?? text.trim();
    change.mutate(above === "" ? null : above, { onSuccess: () => toast({ text: texts.saved }) });
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <TextField
        label={texts.needsASecondPersonAbove}
        hint={texts.inNairaEmptyEveryRefund}
        error={change.error ? describeFault(asApiError(change.error)) : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={change.isPending} className="mt-[22px]">
        {texts.save}
      </Button>
    </form>
  );
}

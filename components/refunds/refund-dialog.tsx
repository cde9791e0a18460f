import { useState } from "react";
import { AMOUNT_EXPECTED, formatNaira, parseTypedNaira } from "@/lib/core/format/naira";
import { Banner } from "../shared/layout/banner";
import { type ApiError, asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { TextField } from "../ui/forms/field";
import { FormDialog } from "../ui/overlays/form-dialog";
import * as texts from "./late-texts";
import { useRequestRefund } from "./use-refunds";

interface RefundDialogProps {
  sessionId: string;
  id: string;
  method: "bank" | "manual";
  /** What is left to refund. */
  refundable: string;
  onClose: () => void;
}

const TEXTS = {
  bank: {
    title: texts.refundThisPayment,
    description: texts.theBankSendsMoneyBack,
    submit: texts.refund,
  },
  manual: {
    title: texts.markAsRefundedManually,
    description: texts.noMoneyIsMoved,
    submit: texts.markAsRefunded,
  },
} as const;

interface Values {
  amount: string;
  reason: string;
  reference: string;
}

function toBody(requestKey: string, method: RefundDialogProps["method"], values: Values) {
  const { reason, reference } = values;
  const amount = parseTypedNaira(values.amount) ?? values.amount;
  const body = { request_key: requestKey, amount, reason };
  return method === "manual" ? { ...body, bank_reference: reference } : body;
}

/** Dialog that requests a refund, or notes one that was made manually. */
export function RefundDialog({ sessionId, id, method, refundable, onClose }: RefundDialogProps) {
  // One key for all presses of this dialog, so that a repeated press or retry makes no second refund.
  const [requestKey] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState<Values>({ amount: refundable, reason: "", reference: "" });
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const refund = useRequestRefund({ sessionId, id }, method, ({ state }) => {
    const isWaiting = state === "awaiting_approval";
    toast({ text: isWaiting ? texts.anotherPersonMustApproveTheRefund : texts.theRefundIsStored });
    onClose();
  });
  const error = refund.error ? asApiError(refund.error) : undefined;
  const own = TEXTS[method];

  return (
    <FormDialog
      title={own.title}
      description={own.description}
      submitLabel={own.submit}
      isBusy={refund.isPending}
      onSubmit={() => refund.mutate(toBody(requestKey, method, values))}
      onClose={onClose}
    >
      <Fields {...{ method, refundable, values, error }} onChange={change} />
      <Failure error={error} />
    </FormDialog>
  );
}

interface FieldsProps extends Pick<RefundDialogProps, "method" | "refundable"> {
  values: Values;
  error: ApiError | undefined;
  onChange: (changes: Partial<Values>) => void;
}

function Fields({ method, refundable, values, error, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={texts.amountInNaira}
        hint={texts.upTo(formatNaira(refundable))}
        error={error?.findFieldError("/amount", { label: texts.amount, expected: AMOUNT_EXPECTED })}
        inputMode="decimal"
        autoComplete="off"
        value={values.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
      <TextField
        label={texts.reason}
        error={error?.findFieldError("/reason", {
          label: texts.reason,
          expected: texts.sayWhyItIsRefunded,
        })}
        maxLength={500}
        value={values.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      {method === "manual" && (
        <TextField
          label={texts.theBanksReferenceOfTheRefund}
          error={error?.findFieldError("/bank_reference", {
            label: texts.bankReference,
            expected: texts.enterTheBanksReference,
          })}
          maxLength={200}
          autoComplete="off"
          value={values.reference}
          onChange={(event) => onChange({ reference: event.target.value })}
        />
      )}
    </>
  );
}

/** An error that belongs to no field. */
function Failure({ error }: { error: ApiError | undefined }) {
  if (!error || error.fieldErrors.length > 0) return null;
  return (
    <Banner tone="red" urgent title={texts.theRefundWasNotStored}>
      {error.detail}
    </Banner>
  );
}

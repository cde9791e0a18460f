import { type FormEvent, useId } from "react";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { TextField } from "../../ui/forms/field";
import { Dialog } from "../../ui/overlays/dialog";
import { FormFooter } from "../../ui/overlays/form-footer";
import { countImportable, ImportPreview } from "./import-preview";
import { useImport } from "./use-import";

interface ImportDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** Imports a bank's settlement file: shows what each line would do, and imports it on confirmation. */
export function ImportDialog({ sessionId, onClose }: ImportDialogProps) {
  const form = useId();
  const { check, checked, send, isBusy, fault } = useImport(sessionId, onClose);
  const count = checked ? countImportable(checked.preview) : 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked && count > 0 && !isBusy) send(checked);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import settlements"
      description="For a bank that does not report its settlements: a CSV file with one line for each settled payment."
      footer={
        <FormFooter form={form} isBusy={isBusy} onCancel={onClose}>
          {count > 0 ? `Import ${formatCountWithNoun(count, "line")}` : "Import"}
        </FormFooter>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="CSV file"
          hint="Columns: payment_reference, settlement_reference, settled_on, and amount or net_amount."
          error={fault}
          type="file"
          accept=".csv,text/csv"
          size="large"
          className="py-2 file:mr-3 file:bg-transparent file:font-medium"
          onChange={({ target: { files } }) => check(files?.[0])}
        />
        <div aria-live="polite">{checked && <ImportPreview preview={checked.preview} />}</div>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useId } from "react";
import { TextField } from "../../ui/forms/field";
import { FormFooter } from "../../ui/forms/form-footer";
import { Dialog } from "../../ui/overlays/dialog";
import { countImportable, ImportPreview } from "./import-preview";
import * as texts from "./texts";
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
      title={texts.importSettlements}
      description={texts.forBanksThatDoNotReport}
      footer={
        <FormFooter form={form} isBusy={isBusy} onCancel={onClose}>
          {count > 0 ? texts.importCounted(texts.countLines(count)) : texts.importLabel}
        </FormFooter>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={texts.csvFile}
          hint={texts.columnsOfTheFile}
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

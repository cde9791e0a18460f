import { useRef } from "react";
import { Plus, X } from "@/components/ui/icons/icons";
import type { ApiError } from "../../shared/requests/api";
import { Button } from "../../ui/forms/button";
import { Input } from "../../ui/forms/input";
import { findRepeated, type HeaderLine, headerPointer, MAX_HEADERS } from "./headers";
import * as texts from "./texts";

interface HeaderFieldsProps {
  lines: readonly HeaderLine[];
  onChange: (lines: HeaderLine[]) => void;
  error: ApiError | undefined;
}

/** The refused names, as in `lib/webhooks/attempts/custom-headers`. */
const REFUSED = texts.refusedHeaderNames;

/** Fields of the custom headers, one line each: a name and a value, which is not shown again. */
export function HeaderFields({ lines, onChange, error }: HeaderFieldsProps) {
  const nextKey = useRef(lines.length);
  const repeated = findRepeated(lines);
  const allFault = error?.findFieldError("/headers", { label: texts.customHeaders });
  const add = () => {
    nextKey.current += 1;
    onChange([...lines, { key: nextKey.current, name: "", value: "" }]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-meta">
        <span className="font-medium text-ink-2">{texts.customHeaders}</span>
        <span className="text-ink-3">{texts.optional}</span>
      </legend>
      <ul className="flex flex-col gap-2 empty:hidden">
        {lines.map((line, index) => (
          <HeaderLineFields
            key={line.key}
            line={line}
            number={index + 1}
            fault={
              line === repeated
                ? texts.isGivenTwiceEnterItOnce(line.name.trim())
                : error?.findFieldError(headerPointer(line.name), { label: line.name.trim() })
            }
            onChange={(changed) => onChange(lines.map((one) => (one.key === line.key ? changed : one)))}
            onRemove={() => onChange(lines.filter((one) => one.key !== line.key))}
          />
        ))}
      </ul>
      {lines.length < MAX_HEADERS && (
        <Button size="small" className="w-fit" onClick={add}>
          <Plus aria-hidden />
          {texts.addAHeader}
        </Button>
      )}
      <p className="text-ink-3 text-meta">{texts.sentWithEachEvent(REFUSED)}</p>
      {allFault && <p className="text-meta text-red">{allFault}</p>}
    </fieldset>
  );
}

interface LineProps {
  line: HeaderLine;
  number: number;
  fault: string | undefined;
  onChange: (line: HeaderLine) => void;
  onRemove: () => void;
}

function HeaderLineFields({ line, number, fault, onChange, onRemove }: LineProps) {
  const noteId = `header-${line.key}-note`;
  const described = fault ? { "aria-invalid": true, "aria-describedby": noteId } : {};
  return (
    <li>
      <div className="flex gap-2">
        <Input
          {...described}
          aria-label={texts.nameOfHeader(number)}
          placeholder={texts.authorization}
          boxClassName="flex-1"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={line.name}
          onChange={(event) => onChange({ ...line, name: event.target.value })}
        />
        <Input
          aria-label={texts.valueOfHeader(number)}
          placeholder={texts.bearer}
          boxClassName="flex-1"
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          value={line.value}
          onChange={(event) => onChange({ ...line, value: event.target.value })}
        />
        <Button tone="ghost" square aria-label={texts.removeHeader(number)} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      {fault && (
        <p id={noteId} className="mt-1 text-meta text-red">
          {fault}
        </p>
      )}
    </li>
  );
}

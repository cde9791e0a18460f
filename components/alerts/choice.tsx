import type { ReactNode } from "react";
import { Switch } from "../ui/forms/switch";

interface ChoiceProps {
  name: string;
  note: ReactNode;
  on: boolean;
  disabled?: boolean;
  onTurn: (on: boolean) => void;
}

/** A line with a name, an explanation and a switch. */
export function Choice({ name, note, on, disabled = false, onTurn }: ChoiceProps) {
  return (
    <label className="flex min-w-0 flex-1 items-center justify-between gap-4 max-md:min-h-11">
      <span className="min-w-0">
        {name}
        <span className="block text-ink-3 text-meta">{note}</span>
      </span>
      <Switch checked={on} disabled={disabled} onChange={(event) => onTurn(event.target.checked)} />
    </label>
  );
}

/** A line of a card, with a hairline above. */
export function Line({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-edge border-t px-4 py-3">
      {children}
    </div>
  );
}

import { Input } from "../ui/forms/input";
import type { PreferencesJson } from "./api";
import { Choice, Line } from "./choice";
import * as texts from "./texts";

const USUAL = { from: "22:00", to: "07:00" };

interface QuietHoursProps {
  preferences: PreferencesJson;
  onSave: (preferences: PreferencesJson) => void;
}

/** The hours in which alerts are held back. */
export function QuietHoursLine({ preferences, onSave }: QuietHoursProps) {
  const { quiet_hours: quiet } = preferences;
  const save = (hours: PreferencesJson["quiet_hours"]) => onSave({ ...preferences, quiet_hours: hours });
  const change = (end: "from" | "to", value: string) => {
    if (quiet && value && value !== quiet[end === "from" ? "to" : "from"]) save({ ...quiet, [end]: value });
  };
  return (
    <Line>
      <Choice
        name={texts.quietHours}
        note={texts.nothingIsSentDuringTheseHours}
        on={quiet !== null}
        onTurn={(on) => save(on ? USUAL : null)}
      />
      {quiet && (
        <span className="flex items-center gap-2">
          <ClockField
            label={texts.quietFrom}
            value={quiet.from}
            onChange={(value) => change("from", value)}
          />
          <span aria-hidden>–</span>
          <ClockField label={texts.quietUntil} value={quiet.to} onChange={(value) => change("to", value)} />
        </span>
      )}
    </Line>
  );
}

function ClockField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <Input
      type="time"
      aria-label={label}
      defaultValue={value}
      onBlur={(event) => event.target.value !== value && onChange(event.target.value)}
      boxClassName="w-28"
    />
  );
}

"use client";

import { type ReactNode, useId, useState } from "react";
import { Card, CardHead } from "../shared/card";
import { keepChoice, PREFERENCE_COOKIES, type Preference } from "../shared/preferences";
import { THEME_COOKIE, type Theme, themeClass } from "../shell/theme";
import { Segmented } from "../ui/segmented";
import { Switch } from "../ui/switch";

const THEME_CHOICES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const SWITCHES = [
  { name: "keys", label: "Keyboard shortcuts", hint: "Single keys such as / and J. Never while typing." },
  {
    name: "spoken",
    label: "Spoken summary",
    hint: "A screen reader is told what came in, every 15 seconds.",
  },
] as const;

function wear(theme: Theme): void {
  document.documentElement.classList.remove("light", "dark");
  const worn = themeClass(theme);
  if (worn) document.documentElement.classList.add(worn);
  keepChoice(THEME_COOKIE, theme);
}

function Line({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-4 border-edge border-t px-4 py-2.5">
      <div>
        <div className="font-medium text-body">{label}</div>
        {hint && <div className="text-ink-3 text-meta">{hint}</div>}
      </div>
      {children}
    </div>
  );
}

function SwitchLine({
  name,
  label,
  hint,
  on,
}: {
  name: Preference;
  label: string;
  hint: string;
  on: boolean;
}) {
  const [isOn, setOn] = useState(on);
  const id = useId();
  const turn = (next: boolean) => {
    setOn(next);
    keepChoice(PREFERENCE_COOKIES[name], next ? "on" : "off");
  };
  return (
    <Line label={<label htmlFor={id}>{label}</label>} hint={<span id={`${id}-hint`}>{hint}</span>}>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        onChange={(event) => turn(event.target.checked)}
      />
    </Line>
  );
}

interface PreferencesCardProps {
  theme: Theme;
  on: Record<Preference, boolean>;
}

/** How the pages look and behave in this browser. */
export function PreferencesCard({ theme, on }: PreferencesCardProps) {
  const [chosen, setChosen] = useState(theme);
  return (
    <Card aria-label="This browser">
      <CardHead title="This browser" />
      <Line label="Appearance">
        <Segmented
          label="Appearance"
          choices={THEME_CHOICES}
          value={chosen}
          onChange={(next) => {
            setChosen(next);
            wear(next);
          }}
        />
      </Line>
      {SWITCHES.map((one) => (
        <SwitchLine key={one.name} {...one} on={on[one.name]} />
      ))}
    </Card>
  );
}

"use client";

import { useState } from "react";
import { Card, CardHead } from "../shared/layout/card";
import { storePreference } from "../ui/browser/preference-cookie";
import { Segmented } from "../ui/forms/segmented";
import { Switch } from "../ui/forms/switch";
import * as texts from "./late-texts";
import { ANNOUNCE_COOKIE, KEYS_COOKIE, THEME_COOKIE, type Theme, themeClass } from "./theme";

interface PreferencesProps {
  theme: Theme;
  /** Whether single-key shortcuts are on. */
  keys: boolean;
  /** Whether summaries of new payments are announced to screen readers. */
  announce: boolean;
}

/** Preferences of this browser: theme, single keys and spoken summaries. Changes apply at once. */
export function Preferences(initial: PreferencesProps) {
  const [keys, setKeys] = useState(initial.keys);
  const [announce, setAnnounce] = useState(initial.announce);
  const { documentElement: page } =
    typeof document === "undefined" ? { documentElement: undefined } : document;
  const turnKeys = (on: boolean) => {
    setKeys(on);
    storePreference(KEYS_COOKIE, on ? "on" : "off");
    if (page) page.dataset.keys = on ? "on" : "off";
  };
  const turnAnnounce = (on: boolean) => {
    setAnnounce(on);
    storePreference(ANNOUNCE_COOKIE, on ? "on" : "off");
    if (page) page.dataset.announce = on ? "on" : "off";
  };
  return (
    <Card>
      <CardHead title={texts.thisBrowser} />
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <ThemeChoice initial={initial.theme} />
        <Choice name={texts.keyboardShortcuts} note={texts.singleKeyShortcuts} on={keys} onTurn={turnKeys} />
        <Choice
          name={texts.announcedSummaries}
          note={texts.announcesNewPayments}
          on={announce}
          onTurn={turnAnnounce}
        />
      </div>
    </Card>
  );
}

function ThemeChoice({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const chooseTheme = (next: Theme) => {
    setTheme(next);
    storePreference(THEME_COOKIE, next);
    document.documentElement.classList.remove("light", "dark");
    if (themeClass(next)) document.documentElement.classList.add(themeClass(next));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span>{texts.theme}</span>
      <Segmented
        label={texts.theme}
        value={theme}
        onChange={chooseTheme}
        choices={[
          { value: "system", label: texts.system },
          { value: "light", label: texts.light },
          { value: "dark", label: texts.dark },
        ]}
      />
    </div>
  );
}

function Choice(props: { name: string; note: string; on: boolean; onTurn: (on: boolean) => void }) {
  const { name, note, on, onTurn } = props;
  return (
    <label className="flex items-center justify-between gap-4 max-md:min-h-11">
      <span>
        {name}
        <span className="block text-ink-3 text-meta">{note}</span>
      </span>
      <Switch checked={on} onChange={(event) => onTurn(event.target.checked)} />
    </label>
  );
}

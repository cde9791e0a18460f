"use client";

import { useEffect, useRef, useState } from "react";
import { Search } from "@/components/ui/icons/icons";
import { useAnnounce } from "../browser/live-region";
import { Button } from "../forms/button";
import { Checkbox } from "../forms/checkbox";
import { Input } from "../forms/input";
import * as texts from "./texts";

export interface CheckOption {
  value: string;
  label: string;
  count?: number | string;
  /** Additional text to search by. */
  keywords?: string;
}

export interface CheckListProps {
  label: string;
  options: readonly CheckOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Whether there is a search field; by default from eight options on. */
  searchable?: boolean;
}

const matches = (option: CheckOption, searchText: string) =>
  `${option.label} ${option.keywords ?? ""}`.toLowerCase().includes(searchText.trim().toLowerCase());

/** The checkboxes of a menu. Their code is loaded when the menu is first opened. */
export function CheckList({ label, options, chosen: given, onChange, searchable }: CheckListProps) {
  const list = useRef<HTMLDivElement>(null);
  // The popover has opened before the list was loaded, so that it had nothing to focus.
  useEffect(() => list.current?.querySelector("input")?.focus(), []);
  const [searchText, setSearchText] = useState("");
  const shown = options.filter((option) => matches(option, searchText));
  // The URL may update later: the checked state shows at once.
  const givenKey = given.join();
  const [checkedState, setCheckedState] = useState({ givenKey, chosen: given });
  if (checkedState.givenKey !== givenKey) setCheckedState({ givenKey, chosen: given });
  const { chosen } = checkedState;
  const change = (next: string[]) => {
    setCheckedState({ givenKey, chosen: next });
    onChange(next);
  };
  const toggle = (value: string) =>
    change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const countText = chosen.length === 0 ? texts.noneChosen : texts.chosen(chosen.length);
  useAnnounce(countText);
  return (
    <div ref={list} className="contents">
      {(searchable ?? options.length >= 8) && (
        <div className="p-1.5 pb-1">
          <Input
            size="small"
            icon={Search}
            type="search"
            aria-label={texts.search(label.toLowerCase())}
            placeholder={label}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
        </div>
      )}
      <fieldset className="min-h-0 flex-1 overflow-y-auto p-1.5" aria-label={label}>
        {shown.map((option) => (
          <CheckRow
            key={option.value}
            option={option}
            checked={chosen.includes(option.value)}
            onToggle={() => toggle(option.value)}
          />
        ))}
        {shown.length === 0 && <p className="px-2 py-1.5 text-ink-3">{texts.noMatches}</p>}
      </fieldset>
      <ListFoot text={countText} onClear={chosen.length > 0 ? () => change([]) : undefined} />
    </div>
  );
}

function ListFoot({ text, onClear }: { text: string; onClear: (() => void) | undefined }) {
  return (
    <div className="flex h-9 items-center justify-between border-edge border-t pr-1.5 pl-3 text-ink-3 text-meta">
      <span>{text}</span>
      {onClear && (
        <Button tone="ghost" size="small" className="text-ink" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}

function CheckRow(given: { option: CheckOption; checked: boolean; onToggle: () => void }) {
  const { option, checked, onToggle } = given;
  return (
    <label className="flex h-8 items-center gap-2.5 rounded-chip px-2 hover:bg-subtle max-md:h-11">
      <Checkbox checked={checked} onChange={onToggle} />
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.count !== undefined && <span className="figures text-ink-3">{option.count}</span>}
    </label>
  );
}

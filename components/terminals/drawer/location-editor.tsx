"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Pencil } from "@/components/ui/icons/late-icons";
import { Button } from "../../ui/forms/button";
import { Input } from "../../ui/forms/input";
import type { TerminalJson } from "../api";
import { useSetLocation } from "../use-terminals";
import * as texts from "./texts";

interface LocationEditorProps {
  sessionId: string;
  terminal: Pick<TerminalJson, "terminal_id" | "location" | "label">;
}

/** Inline editor of a terminal's location: Enter saves, Esc cancels. */
export function LocationEditor({
  sessionId,
  terminal: { terminal_id, location, label },
}: LocationEditorProps) {
  const [draft, setDraft] = useState<string>();
  const setLocation = useSetLocation(sessionId, terminal_id);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && draft === undefined) editButton.current?.focus();
    wasEditing.current = draft !== undefined;
  }, [draft]);
  if (draft === undefined)
    return (
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="truncate">{location || texts.noLocationYet}</span>
        <Button
          ref={editButton}
          tone="ghost"
          square
          size="small"
          className="size-6"
          aria-label={texts.changeTheLocationOf(label)}
          onClick={() => setDraft(location)}
        >
          <Pencil aria-hidden />
        </Button>
      </span>
    );
  const save = () => {
    if (draft.trim() !== location) setLocation.mutate(draft);
    setDraft(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Otherwise Enter would press the edit button that regains the focus, and Esc would close the drawer.
    event.preventDefault();
    if (event.key === "Enter") save();
    else setDraft(undefined);
  };
  return (
    <Input
      autoFocus
      size="small"
      aria-label={texts.locationOf(label)}
      placeholder={texts.mainGateBar1FoodCourt}
      maxLength={80}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={press}
      onBlur={save}
      boxClassName="w-56"
    />
  );
}

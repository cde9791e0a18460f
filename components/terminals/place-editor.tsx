"use client";

import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { usePlacing } from "./use-terminals";
import type { Terminal } from "./wire";

interface PlaceEditorProps {
  sessionId: string;
  terminal: Pick<Terminal, "terminal_id" | "place" | "label">;
}

/** Where a terminal stands, changed where it is read: Enter keeps it, Esc leaves it as it was. */
export function PlaceEditor({ sessionId, terminal: { terminal_id, place, label } }: PlaceEditorProps) {
  const [draft, setDraft] = useState<string>();
  const placing = usePlacing(sessionId, terminal_id);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && draft === undefined) pencil.current?.focus();
    wasEditing.current = draft !== undefined;
  }, [draft]);
  if (draft === undefined)
    return (
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="truncate">{place || "No place yet"}</span>
        <Button
          ref={pencil}
          tone="ghost"
          square
          size="small"
          className="size-6"
          aria-label={`Change the place of ${label}`}
          onClick={() => setDraft(place)}
        >
          <Pencil aria-hidden />
        </Button>
      </span>
    );
  const keep = () => {
    if (draft.trim() !== place) placing.mutate(draft);
    setDraft(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Enter would press the pencil that the focus goes back to; by Esc the drawer would close.
    event.preventDefault();
    if (event.key === "Enter") keep();
    else setDraft(undefined);
  };
  return (
    <Input
      autoFocus
      size="small"
      aria-label={`Place of ${label}`}
      placeholder="Main gate, Bar 1, Food court"
      maxLength={80}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={press}
      onBlur={keep}
      boxClassName="w-56"
    />
  );
}

"use client";

import { useEffect, useRef, useState } from "react";
import { SearchField } from "../ui/input";

/** A word is looked for when its writer pauses. */
const PAUSE_MS = 250;

interface SearchBoxProps {
  text: string;
  onSearch: (text: string) => void;
  className?: string;
}

/** The field to find payments by. What is typed is looked for once its writer pauses, at once on Enter. */
export function SearchBox({ text, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  // The address may change by itself: Back, a link, Clear.
  useEffect(() => {
    if (text === asked.current) return;
    asked.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed.trim() === asked.current) return;
    const timer = setTimeout(() => search(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const search = (words: string) => {
    asked.current = words.trim();
    onSearch(asked.current);
  };
  return (
    <search className={className}>
      <SearchField
        keyHint
        size="small"
        boxClassName="w-full max-md:h-11 max-md:text-touch"
        aria-label="Find payments by payer, account, narration, reference or amount"
        placeholder="Payer, narration, reference, amount"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(typed);
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          setTyped("");
          search("");
        }}
      />
    </search>
  );
}

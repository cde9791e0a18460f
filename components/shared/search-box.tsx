"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { SearchField } from "../ui/input";

/** What is typed is looked for when its writer pauses. */
const PAUSE_MS = 250;

interface SearchBoxProps extends Omit<ComponentProps<typeof SearchField>, "value" | "onChange"> {
  /** What the list is searched by now. */
  text: string;
  onSearch: (text: string) => void;
}

/**
 * A field to search a list by, of which the address tells. It keeps its own text while it is typed in, so that no
 * letter is lost to an address that comes late; what is typed is looked for once its writer pauses, at once on Enter.
 */
export function SearchBox({ text, onSearch, ...rest }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the page came to life stands in the field, and nobody has heard of it.
  useEffect(() => setTyped(field.current?.value ?? ""), []);
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
    <SearchField
      keyHint
      maxLength={200}
      {...rest}
      ref={field}
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
  );
}

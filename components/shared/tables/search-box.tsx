"use client";

import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { returnFocus } from "../../ui/browser/return-focus";
import { SearchField } from "../../ui/forms/input";
import { SEARCH_DELAY_MS } from "./search-delay";

interface SearchBoxProps extends Omit<ComponentProps<typeof SearchField>, "value" | "onChange"> {
  /** The current search text of the list. */
  text: string;
  onSearch: (text: string) => void;
}

/**
 * A search field whose text is stored in the URL. It keeps its own text while typing, so that a delayed URL
 * update loses no letter, and searches after a pause, or at once on Enter. Esc clears it and returns the focus, so that
 * the page's keys work again.
 */
export function SearchBox({ text, onSearch, ...rest }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const searched = useRef(text);
  const field = useRef<HTMLInputElement>(null);
  /** The element that had the focus before. */
  const from = useRef<EventTarget>(null);
  // Text typed before hydration is in the field without a change event. It is read before another render can replace it.
  useLayoutEffect(() => setTyped(field.current?.value ?? ""), []);
  // The URL can change by Back, a link or Clear.
  useEffect(() => {
    if (text === searched.current) return;
    searched.current = text;
    setTyped(text);
  }, [text]);
  const search = (words: string) => {
    searched.current = words.trim();
    onSearch(searched.current);
  };
  const searchChanged = useEffectEvent((words: string) => {
    if (words.trim() !== searched.current) search(words);
  });
  // Depends on the text only: while payments arrive, the list can render more often than the delay.
  useEffect(() => {
    const timer = setTimeout(searchChanged, SEARCH_DELAY_MS, typed);
    return () => clearTimeout(timer);
  }, [typed]);
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
        if (event.key !== "Escape") return;
        // Handled here, so that a drawer stays open; the next Esc closes it.
        event.preventDefault();
        returnFocus(from.current);
        if (typed === "") return;
        setTyped("");
        search("");
      }}
      onFocus={({ relatedTarget }) => {
        from.current = relatedTarget;
      }}
    />
  );
}

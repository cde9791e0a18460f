"use client";

import { useEffect, useRef } from "react";
import { addActions, type PageAction } from "./commands";

/** Puts what can be done on this page into the command menu and under its keys, for as long as it is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const names = actions.map(({ name, key }) => `${key ?? ""}:${name}`).join("\n");
  useEffect(() => {
    const shown = names ? names.split("\n") : [];
    return addActions(
      shown.map((one, index) => ({
        name: one.slice(one.indexOf(":") + 1),
        ...(one.indexOf(":") > 0 && { key: one.slice(0, one.indexOf(":")) }),
        run: () => latest.current[index]?.run(),
      })),
    );
  }, [names]);
}

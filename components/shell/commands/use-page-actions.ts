"use client";

import { useEffect, useEffectEvent } from "react";
import { addPageActions, type PageAction } from "./commands";

/** Registers the page's actions in the command menu and for their keys while the component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const run = useEffectEvent((index: number) => actions[index]?.run());
  const names = actions.map(({ name, key }) => `${key ?? ""}:${name}`).join("\n");
  useEffect(() => {
    const shown = names ? names.split("\n") : [];
    return addPageActions(
      shown.map((one, index) => ({
        name: one.slice(one.indexOf(":") + 1),
        ...(one.indexOf(":") > 0 && { key: one.slice(0, one.indexOf(":")) }),
        run: () => run(index),
      })),
    );
  }, [names]);
}

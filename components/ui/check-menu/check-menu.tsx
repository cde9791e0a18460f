"use client";

import { cloneElement } from "react";
import { LazyPart, prefetch } from "../overlays/lazy";
import type { Trigger } from "../overlays/lazy-trigger";
import { Popover } from "../overlays/popover";
import type { CheckListProps } from "./check-list";

const fetchList = () => import("./check-list").then((module) => module.CheckList);
const prefetchList = () => prefetch(fetchList);

interface CheckMenuProps extends CheckListProps {
  /** The button that opens the menu, mostly a `FilterChip`. */
  trigger: Trigger;
}

/** A menu of checkboxes with a search field and the number of checked options. Each change applies at once. */
export function CheckMenu({ trigger, ...list }: CheckMenuProps) {
  return (
    <Popover
      trigger={cloneElement(trigger, { onPointerEnter: prefetchList, onFocus: prefetchList })}
      label={list.label}
      align="start"
      className="flex max-h-96 w-60 flex-col p-0"
    >
      {(close) => (
        <LazyPart part={fetchList} given={list} meanwhile={<div className="h-28" />} onFailed={close} />
      )}
    </Popover>
  );
}

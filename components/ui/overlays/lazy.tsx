"use client";

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { toast } from "../feedback/toast";
import * as texts from "./texts";

/** Loads a component's code. The module is cached, so repeated calls are cheap. */
export type Fetch<Props> = () => Promise<ComponentType<Props>>;

/** Prefetches code, such as when a button is hovered. Errors are ignored; the actual use reports them. */
export function prefetch<Props>(fetchPart: Fetch<Props>): void {
  fetchPart().catch(() => undefined);
}

interface LazyPartProps<Props> {
  part: Fetch<Props>;
  given: Props;
  /** Shown until the code is loaded. */
  meanwhile?: ReactNode;
  /** Called when loading failed, after the reader was informed. */
  onFailed?: () => void;
}

/**
 * Renders a component whose code is loaded when it is first shown. If loading fails, the page stays usable
 * and the next attempt loads again.
 */
export function LazyPart<Props extends object>({
  part,
  given,
  meanwhile = null,
  onFailed,
}: LazyPartProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const fail = useEffectEvent(() => {
    if (!onFailed) return;
    toast({ tone: "failed", text: texts.thatDidNotLoad });
    onFailed();
  });
  useEffect(() => {
    let isUnmounted = false;
    part().then(
      (fetched) => !isUnmounted && setPart(() => fetched),
      () => !isUnmounted && fail(),
    );
    return () => {
      isUnmounted = true;
    };
  }, [part]);
  return Part ? <Part {...given} /> : meanwhile;
}

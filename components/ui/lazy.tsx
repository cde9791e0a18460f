"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { toast } from "./toast";

/** Fetches the code of a part of the page; the browser keeps it, so that it may be called as often as is handy. */
export type Fetch<Props> = () => Promise<ComponentType<Props>>;

/** Fetches code before it is wanted, as when a button is pointed at. What fails now is said when it is wanted. */
export function prefetch<Props>(fetchPart: Fetch<Props>): void {
  fetchPart().catch(() => undefined);
}

interface LaterProps<Props> {
  part: Fetch<Props>;
  given: Props;
  /** Stands there until then. */
  meanwhile?: ReactNode;
  /** What was to be shown could not be fetched, and the reader has been told. */
  onFailed?: () => void;
}

/**
 * A part of the page whose code is fetched when it is first shown. Where there is no connection the page stays as it
 * is, and the next wish tries again.
 */
export function LazyPart<Props extends object>({
  part,
  given,
  meanwhile = null,
  onFailed,
}: LaterProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    let isGone = false;
    const fail = () => {
      if (isGone || !failed.current) return;
      toast({ tone: "failed", text: "That did not load. Check the connection and try again." });
      failed.current();
    };
    part().then((fetched) => !isGone && setPart(() => fetched), fail);
    return () => {
      isGone = true;
    };
  }, [part]);
  return Part ? <Part {...given} /> : meanwhile;
}

"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * An internal link. Its target is prefetched on hover, touch or focus; prefetching on visibility would load a
 * page for every row of every list.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: ComponentProps<typeof NextLink>) {
  const [isPrefetching, setPrefetching] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isPrefetching ? null : false}
      onPointerEnter={(event) => {
        setPrefetching(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setPrefetching(true);
        onFocus?.(event);
      }}
    />
  );
}

import type { ReactNode } from "react";

/**
 * The label of a button at the end of the payments' bar. On a phone, and on a laptop while the list is filtered, only screen readers
 * get it, so that the filters have room for their names.
 */
export const BarLabel = ({ children }: { children: ReactNode }) => (
  <span className="max-md:sr-only @max-[1280px]/bar:group-data-filtered/bar:sr-only">{children}</span>
);

import type { ReactNode } from "react";

/** One entry of a `<dl>` with two columns: a name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

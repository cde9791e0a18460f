import type { ReactNode } from "react";

interface Figure {
  label: string;
  /** A count, a word, or a `Naira` of size `drawer`. */
  value: ReactNode;
}

/** Key figures at the top of a drawer. */
export function DrawerFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-ink-2 text-meta">{label}</dt>
          <dd className="figures text-drawer">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

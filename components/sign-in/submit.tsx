import type { ReactNode } from "react";

/** The one button of a form that stands alone; it keeps its label while it is busy. */
export function Submit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      className="h-11 w-full rounded-[8px] bg-primary font-medium text-[14px] text-primary-ink outline-offset-2 hover:opacity-90 focus-visible:outline-2 focus-visible:outline-brand aria-busy:opacity-70"
    >
      {children}
    </button>
  );
}

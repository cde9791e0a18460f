import type { ReactNode } from "react";
import { Tally } from "@/components/ui/tally";

interface LoneCardProps {
  title: string;
  children: ReactNode;
  /** `alert` has a screen reader say at once what the card is about. */
  role?: "alert";
}

/** A page that is one card: what stands where there is no event to show. */
export function LoneCard({ title, role, children }: LoneCardProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <section className="w-full max-w-md rounded-[10px] border border-edge bg-surface p-8" role={role}>
        <Tally />
        <h1 className="mt-5 font-[620] text-[26px] leading-[34px] tracking-[-0.022em]">{title}</h1>
        {children}
      </section>
    </main>
  );
}

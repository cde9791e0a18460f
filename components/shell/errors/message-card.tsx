import type { ReactNode } from "react";
import { Logo } from "../../ui/display/logo";

interface MessageCardProps {
  title: string;
  children: ReactNode;
  /** Button or link for the next step. */
  action: ReactNode;
}

/** A page with a single card and a message, such as not found or forbidden. */
export function MessageCard({ title, children, action }: MessageCardProps) {
  return (
    <section className="mx-auto mt-[18dvh] w-full max-w-md rounded-card border border-edge bg-surface p-8 max-md:mt-6 max-md:p-6">
      <Logo />
      <h1 className="mt-5 text-stat">{title}</h1>
      <p className="mt-1.5 text-pretty font-normal text-ink-2 text-section">{children}</p>
      <div className="mt-5">{action}</div>
    </section>
  );
}

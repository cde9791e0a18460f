import type { ReactNode } from "react";
import { Logo } from "@/components/ui/display/logo";
import { HeroChart } from "./hero-chart";
import * as texts from "./texts";

interface AuthLayoutProps {
  title: string;
  /** One sentence about what the page gives access to. */
  promise: string;
  children: ReactNode;
}

/** Layout of the pages before sign-in: the form on the left, the example chart on the right on wide screens. */
export function AuthLayout({ title, promise, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[5fr_7fr]">
      <main className="flex flex-col bg-surface px-4 py-8 sm:px-14 sm:py-10">
        <p className="flex items-center gap-2.5 font-semibold text-[18px] text-ink tracking-[-0.018em]">
          <Logo />
          {texts.takings}
        </p>
        <div className="m-auto w-full max-w-[368px] py-10">
          <h1 className="font-[620] text-[26px] text-ink leading-[34px] tracking-[-0.022em]">{title}</h1>
          <p className="mt-1.5 mb-6 text-[14px] text-ink-2 leading-5">{promise}</p>
          {children}
        </div>
      </main>
      <HeroChart />
    </div>
  );
}

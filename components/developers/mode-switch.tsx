"use client";

import { Switch } from "../ui/switch";

interface ModeSwitchProps {
  isTest: boolean;
  /** In the sandbox all is test data: there is nothing to switch. */
  sandbox: boolean;
  /** The cookie that remembers it. */
  cookie: string;
}

const YEAR_S = 31_536_000;

/** Hides what is live, or shows it again; the whole page is then another. */
export function ModeSwitch({ isTest, sandbox, cookie }: ModeSwitchProps) {
  const change = (test: boolean) => {
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the other way of setting one is not in every browser yet
    document.cookie = `${cookie}=${test ? "test" : "live"}; path=/; samesite=lax; max-age=${YEAR_S}${secure}`;
    window.location.reload();
  };
  return (
    <label className="flex items-center gap-2.5 font-medium text-body max-md:min-h-11">
      Test mode
      <Switch checked={isTest} disabled={sandbox} onChange={(event) => change(event.target.checked)} />
    </label>
  );
}

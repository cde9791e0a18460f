"use client";

import { Switch } from "../ui/forms/switch";
import * as texts from "./texts";

interface ModeSwitchProps {
  isTest: boolean;
  /** In the sandbox all data is test data, so the switch is disabled. */
  sandbox: boolean;
  /** The cookie that stores the mode. */
  cookie: string;
}

const YEAR_S = 31_536_000;

/** Switches test mode on or off and reloads the page. */
export function ModeSwitch({ isTest, sandbox, cookie }: ModeSwitchProps) {
  const change = (test: boolean) => {
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser yet
    document.cookie = `${cookie}=${test ? "test" : "live"}; path=/; samesite=lax; max-age=${YEAR_S}${secure}`;
    window.location.reload();
  };
  return (
    <label className="flex items-center gap-2.5 font-medium text-body max-md:min-h-11">
      {texts.testMode}
      <Switch checked={isTest} disabled={sandbox} onChange={(event) => change(event.target.checked)} />
    </label>
  );
}

"use client";

import { Printer } from "@/components/ui/icons/icons";
import { Button } from "../../ui/forms/button";
import * as texts from "./texts";

/** Prints the page. */
export function PrintButton() {
  return (
    <Button tone="primary" className="print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden />
      {texts.print}
    </Button>
  );
}

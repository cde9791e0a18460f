"use client";

import { useEffect, useState } from "react";
import { Check, Copy } from "@/components/ui/icons/icons";
import { announce } from "../browser/live-region";
import { Button } from "../forms/button";
import * as texts from "./texts";
import { toast } from "./toast";

interface CopyButtonProps {
  /** Text to copy. */
  text: string;
  /** Name of the text, for the button's label: "Copy account number". */
  name: string;
  /** Shown next to the icon; without it, the button has only the icon. */
  label?: string;
  size?: "small" | "medium";
  className?: string;
}

/** Copies a text and announces it. */
export function CopyButton({ text, name, label, size = "small", className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, 2_000, false);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce(texts.copied(name));
      },
      () => toast({ tone: "failed", text: texts.browserDidNotAllowCopying }),
    );
  const Icon = copied ? Check : Copy;
  return (
    <Button
      tone={label ? "plain" : "ghost"}
      size={size}
      square={!label}
      aria-label={label ? undefined : texts.copy(name)}
      className={className ?? (label ? "" : "size-6 max-md:-my-2.5")}
      onClick={copy}
    >
      <Icon aria-hidden />
      {label && (copied ? texts.copiedLabel : label)}
    </Button>
  );
}

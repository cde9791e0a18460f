"use client";

import { useState } from "react";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { CopyButton } from "./copy-button";

interface KeyRevealProps {
  secret: string;
  /** What it is: "API key". */
  name: string;
  /** Called when the reader has said that it is stored; the secret is then gone from the page. */
  onStored: () => void;
}

/** Shows a secret in full, this once. It can be left only by saying that it is stored. */
export function KeyReveal({ secret, name, onStored }: KeyRevealProps) {
  const [stored, setStored] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2 rounded-field border border-brand-line bg-brand-wash p-3">
        <code className="min-w-0 flex-1 select-all break-all font-mono text-body text-ink">{secret}</code>
        <CopyButton text={secret} name={name} label="Copy" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-8 items-center gap-2.5 text-body">
          <Checkbox checked={stored} onChange={(event) => setStored(event.target.checked)} />I have stored it
        </label>
        <Button tone="primary" disabled={!stored} onClick={onStored}>
          Done
        </Button>
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import { KeyRound, ShieldCheck } from "@/components/ui/icons/late-icons";
import { Button } from "../forms/button";
import { CopyButton } from "./copy-button";
import * as texts from "./late-texts";

interface KeyRevealProps {
  /** "GatePass production is ready". */
  title: ReactNode;
  secret: string;
  /** Name of the secret: "key". */
  name: string;
  /** Shown beside the title, by default that the secret is shown once. */
  aside?: ReactNode;
  /** What to do if the secret is lost. */
  note?: ReactNode;
  /** Called when the reader confirms that the secret is stored; it must then be removed from the page. */
  onStored: () => void;
}

/** Shows a new secret in full until the reader confirms that it is stored. */
export function KeyReveal({ title, secret, name, aside = texts.shownOnce, note, onStored }: KeyRevealProps) {
  return (
    <section
      aria-label={texts.newLabel(name)}
      className="flex flex-col gap-3 rounded-card border border-brand-line bg-surface p-4 ring-2 ring-brand-wash"
    >
      <div className="flex items-center gap-2.5">
        <KeyRound aria-hidden className="size-4 shrink-0 text-brand" />
        <h2 className="mr-auto text-section">{title}</h2>
        <span className="text-ink-3 text-meta">{aside}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="flex min-h-8 min-w-0 flex-1 basis-64 select-all items-center break-all rounded-chip border border-edge-strong bg-subtle px-2.5 font-mono text-body">
          {secret}
        </code>
        <CopyButton text={secret} name={name} label={texts.copy(name)} size="medium" />
      </div>
      <div className="flex flex-wrap items-center gap-2 text-ink-3 text-meta">
        <ShieldCheck aria-hidden className="size-3.5 shrink-0" />
        <span className="mr-auto">{note ?? texts.weStoreOnlyAFingerprint}</span>
        <Button tone="ghost" size="small" className="font-semibold text-ink" onClick={onStored}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}

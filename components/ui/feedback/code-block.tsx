import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { cn } from "../display/cn";
import { CopyButton } from "./copy-button";

/** Parts of JSON: a key with its colon, any other string, and the text in between. */
const PARTS = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")/g;

function Coloured({ code }: { code: string }) {
  const parts = code.split(PARTS).filter((part) => part !== undefined);
  return parts.map((part, index) => {
    const isKey = part.startsWith('"') && (parts[index + 1] ?? "").trimStart().startsWith(":");
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={index} className={cn(isKey && "text-pos-ink")}>
        {part}
      </span>
    );
  });
}

interface CodeBlockProps {
  code: string;
  /** Name of the code, for the copy button's label. */
  name: string;
  json?: boolean;
  className?: string;
}

/** A block of code or JSON with a copy button. */
export function CodeBlock({ code, name, json = false, className }: CodeBlockProps) {
  const shown = code
    .split("\n")
    .map((line) => line.match(/^\s*/)?.[0] + stripInvisibleCharacters(line))
    .join("\n");
  return (
    <div className={cn("relative rounded-field border border-edge bg-subtle", className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-3 pr-11 font-mono text-ink-2 text-meta leading-5">
        <code>{json ? <Coloured code={shown} /> : shown}</code>
      </pre>
      <CopyButton text={code} name={name} className="absolute top-1.5 right-1.5 size-7" />
    </div>
  );
}

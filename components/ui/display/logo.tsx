import { cn } from "./cn";

/** The logo: five tally marks, four strokes and one across them. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cn("size-8", className)} role="img" aria-label="Takings">
      <rect width="32" height="32" rx="7.5" fill="var(--primary)" />
      <path
        d="M9.5 9v14M14 9v14M18.5 9v14M23 9v14"
        stroke="var(--primary-ink)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path d="M6 19.5 26 13" stroke="var(--tally)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

/** The mark: a tally of five. */
export function Tally() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 text-brand" role="img" aria-label="Takings">
      <path
        d="M6 6v20M12 6v20M18 6v20M24 6v20M3 22 27 10"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}

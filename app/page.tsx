/** Says that the service is up and where its API answers. Rendered at each request, so that seeing it is proof. */
export const dynamic = "force-dynamic";

/** The mark: a tally of five. */
function Tally() {
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

export default function StartPage() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <section className="w-full max-w-md rounded-[10px] border border-edge bg-surface p-8">
        <Tally />
        <h1 className="mt-5 font-[620] text-[26px] leading-[34px] tracking-[-0.022em]">Takings</h1>
        <p className="mt-1 text-ink-2 text-sm">Event payment collection for Nigeria.</p>
        <p className="mt-6 flex items-center gap-2 font-medium text-sm" role="status">
          <span className="size-2 rounded-full bg-brand-solid" aria-hidden />
          The service is up
        </p>
        <p className="mt-2 text-ink-3 text-sm leading-5">
          Platforms call the API under <code>/v1</code> with their key. Banks post their notices to{" "}
          <code>/v1/webhooks/bank</code>.
        </p>
      </section>
    </main>
  );
}

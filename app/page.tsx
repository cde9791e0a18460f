import { LoneCard } from "@/components/shell/lone-card";

/** Says that the service is up and where its API answers. Rendered at each request, so that seeing it is proof. */
export const dynamic = "force-dynamic";

export default function StartPage() {
  return (
    <LoneCard title="Takings">
      <p className="mt-1 text-ink-2 text-sm">Event payment collection for Nigeria.</p>
      <p className="mt-6 flex items-center gap-2 font-medium text-sm" role="status">
        <span className="size-2 rounded-full bg-brand-solid" aria-hidden />
        The service is up
      </p>
      <p className="mt-2 text-ink-3 text-sm leading-5">
        Platforms call the API under <code>/v1</code> with their key. Banks post their notices to{" "}
        <code>/v1/webhooks/bank</code>.
      </p>
    </LoneCard>
  );
}

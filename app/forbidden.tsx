import Link from "next/link";
import { LoneCard } from "@/components/shell/lone-card";

/** What a member sees of a page that their role may not. */
export default function Forbidden() {
  return (
    <LoneCard title="Your role may not see this">
      <p className="mt-2 text-ink-2 text-sm leading-5">
        An owner of your organisation can change your role in Settings.
      </p>
      <Link
        className="mt-6 inline-block font-medium text-brand text-sm underline underline-offset-4"
        href="/"
      >
        Go to the start
      </Link>
    </LoneCard>
  );
}

import Link from "next/link";
import { connection } from "next/server";
import { LoneCard } from "@/components/shell/lone-card";

/** Rendered at each request: a page made at the build could not carry the nonce of a content security policy. */
export default async function NotFound() {
  await connection();
  return (
    <LoneCard title="There is no such page">
      <p className="mt-2 text-ink-2 text-sm leading-5">
        The address is mistyped, or what stood here belongs to another organisation.
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

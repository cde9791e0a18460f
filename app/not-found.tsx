import Link from "next/link";
import { connection } from "next/server";

/** Rendered at each request: a page made at the build could not carry the nonce of a content security policy. */
export default async function NotFound() {
  await connection();
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <section className="w-full max-w-md rounded-[10px] border border-edge bg-surface p-8">
        <h1 className="font-[620] text-[26px] leading-[34px] tracking-[-0.022em]">There is no such page</h1>
        <p className="mt-2 text-ink-2 text-sm leading-5">
          The address is mistyped, or what stood here belongs to another organisation.
        </p>
        <Link
          className="mt-6 inline-block font-medium text-brand text-sm underline underline-offset-4"
          href="/"
        >
          Go to the start
        </Link>
      </section>
    </main>
  );
}

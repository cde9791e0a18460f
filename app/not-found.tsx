import { connection } from "next/server";
import { NotFoundCard } from "@/components/shell/not-found";

/** Rendered at each request: a page made at the build could not carry the nonce of a content security policy. */
export default async function NotFound() {
  await connection();
  return (
    <main className="p-4">
      <NotFoundCard />
    </main>
  );
}

import { connection } from "next/server";
import { NotFoundCard } from "@/components/shell/errors/not-found";

/** Rendered per request, because a prerendered page cannot contain the nonce of the content security policy. */
export default async function NotFound() {
  await connection();
  return (
    <main className="p-4">
      <NotFoundCard />
    </main>
  );
}

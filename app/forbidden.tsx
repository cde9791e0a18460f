import { ForbiddenCard } from "@/components/shell/errors/not-found";

/** 403 page without the frame, for a page that the member's role may not see. */
export default function Forbidden() {
  return (
    <main className="p-4">
      <ForbiddenCard />
    </main>
  );
}

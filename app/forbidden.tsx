import { NotForYou } from "@/components/shell/not-found";

/** What a member sees of a page that their role may not, where there is no frame. */
export default function Forbidden() {
  return (
    <main className="p-4">
      <NotForYou />
    </main>
  );
}

import { redirect } from "next/navigation";

/** The start page redirects to the list of events. */
export const dynamic = "force-dynamic";

export default function StartPage() {
  redirect("/events");
}

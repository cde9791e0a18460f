import { notFound } from "next/navigation";
import { isFailure } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";

/** What Next gives a page about an event. */
export interface EventPageProps {
  params: Promise<{ session_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a page reads; one that does not exist, or is somebody else's, is the page that says so. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "not_found") notFound();
    throw thrown;
  }
}

/** The event that a page's address names; what can be no event's id is the page that says so. */
export async function sessionIn(params: EventPageProps["params"]): Promise<Id<"session">> {
  const { session_id: id } = await params;
  if (!isId("session", id)) notFound();
  return id;
}

/** What a page's address asks for, each once. */
export async function queryIn(
  search: EventPageProps["searchParams"],
): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(await search);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

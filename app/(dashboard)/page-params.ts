import { notFound } from "next/navigation";
import { isFailure } from "@/lib/core/errors/errors";
import { type Id, isId } from "@/lib/core/ids";

/** The props that Next passes to a page of an event. */
export interface EventPageProps {
  params: Promise<{ session_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Awaits a page's data and shows the not-found page for `Failure("not_found")`. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "not_found") notFound();
    throw thrown;
  }
}

/** Returns the event's id from the page's path; shows the not-found page for a malformed id. */
export async function requireSessionId(params: EventPageProps["params"]): Promise<Id<"session">> {
  const { session_id: id } = await params;
  if (!isId("session", id)) notFound();
  return id;
}

/** Returns the page's query parameters; the first value of a repeated one. */
export async function getQuery(
  search: EventPageProps["searchParams"],
): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(await search);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

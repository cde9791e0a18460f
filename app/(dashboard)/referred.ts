import { headers } from "next/headers";
import { REQUEST_ID } from "@/lib/core/paths";

/**
 * Marks what work throws with the request's id, as its `digest`: so the page that tells of it has something to quote,
 * which is found in the log. What Next throws to redirect, or to say that something is not there, has marks of its own.
 */
export async function referred<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && !("digest" in thrown))
      Object.assign(thrown, { digest: (await headers()).get(REQUEST_ID) });
    throw thrown;
  }
}

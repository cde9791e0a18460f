import { headers } from "next/headers";
import { REQUEST_ID } from "@/lib/core/paths";

/**
 * Sets the request's id as the `digest` of an error that `work` throws, so that the error page can show a reference that
 * is also in the log. Leaves Next's redirect and not-found errors unchanged: they have their own digest.
 */
export async function withRequestId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && !("digest" in thrown))
      Object.assign(thrown, { digest: (await headers()).get(REQUEST_ID) });
    throw thrown;
  }
}

import { useEffect, useState } from "react";
import type { z } from "zod";
import type { FieldError } from "@/lib/core/errors/errors";
import type { DescribedLink } from "@/lib/organisations/contract";
import * as texts from "./texts";

const UNREACHABLE = texts.takingsCannotBeReached;

/** A valid link with its token. */
export type JoinLink = z.input<typeof DescribedLink> & { token: string };

/** The state without a valid link: still loading, invalid, or failed with a reason. */
type Unread = "reading" | "spent" | { failed: string };

interface Problem {
  code?: string;
  detail?: string;
  errors?: FieldError[];
}

/** Reads the link's token from the URL fragment, `#token=…`. */
const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";

const post = (path: string, body: unknown) =>
  fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);

async function readLink(token: string): Promise<JoinLink | Unread> {
  if (!token) return "spent";
  const response = await post("/api/join/link", { token });
  const body = await response?.json().catch(() => undefined);
  if (!response?.ok) return { failed: (body as Problem | undefined)?.detail ?? UNREACHABLE };
  const link = (body as { data: z.input<typeof DescribedLink> | null }).data;
  return link ? { ...link, token } : "spent";
}

/** Loads the link in the page's URL, and reloads it when the URL's fragment changes. */
export function useJoinLink(): JoinLink | Unread {
  const [link, setLink] = useState<JoinLink | Unread>("reading");
  useEffect(() => {
    let token: string;
    const read = () => {
      const requested = readToken();
      token = requested;
      setLink("reading");
      void readLink(requested).then((loaded) => requested === token && setLink(loaded));
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return link;
}

/** The result of redeeming a link; a rejection names the invalid input and the reason. */
type RedeemResult =
  | { is: "done" }
  | { is: "code-needed" }
  | { is: "refused"; of: "password" | "code"; detail: string };

/** Redeems a link with the password and the code that it needs. */
export async function redeem(
  token: string,
  { password, code }: { password: string; code: string | undefined },
): Promise<RedeemResult> {
  const response = await post("/api/join", { token, password, ...(code && { code }) });
  if (response?.ok) return { is: "done" };
  const problem: Problem | undefined = await response?.json().catch(() => undefined);
  if (problem?.code === "second_factor_required") return { is: "code-needed" };
  const isCodeError = problem?.errors?.some((error) => "pointer" in error && error.pointer === "/code");
  return { is: "refused", of: isCodeError ? "code" : "password", detail: problem?.detail ?? UNREACHABLE };
}

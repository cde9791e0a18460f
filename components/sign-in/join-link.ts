import { useEffect, useState } from "react";
import type { z } from "zod";
import type { DescribedLink } from "@/lib/organisations/contract";

const UNREACHABLE = "Takings cannot be reached right now. Check your connection, then try again.";

/** What the link of the page's address asks for, with its token. */
export type JoinLink = z.input<typeof DescribedLink> & { token: string };

/** A link that is still being read, one that is good for nothing, or why it could not be read. */
type Unread = "reading" | "spent" | `failed: ${string}`;

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string }[];
}

/** The token of the link by which the page was opened: its fragment, `#token=…`. */
const tokenInAddress = () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";

const post = (path: string, body: unknown) =>
  fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);

async function readLink(token: string): Promise<JoinLink | Unread> {
  if (!token) return "spent";
  const answer = await post("/api/join/link", { token });
  const told = await answer?.json().catch(() => undefined);
  if (!answer?.ok) return `failed: ${(told as Problem | undefined)?.detail ?? UNREACHABLE}`;
  const link = (told as { data: z.input<typeof DescribedLink> | null }).data;
  return link ? { ...link, token } : "spent";
}

/** Reads the link of the page's address, and again where the address becomes another link. */
export function useJoinLink(): JoinLink | Unread {
  const [found, setFound] = useState<JoinLink | Unread>("reading");
  useEffect(() => {
    let token: string;
    const read = () => {
      const asked = tokenInAddress();
      token = asked;
      setFound("reading");
      void readLink(asked).then((link) => asked === token && setFound(link));
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return found;
}

/** What became of a link, or which input was refused and why. */
type Redeemed =
  | { is: "done" }
  | { is: "code-needed" }
  | { is: "refused"; of: "password" | "code"; detail: string };

/** Uses a link with what it asks for. */
export async function redeem(
  token: string,
  { password, code }: { password: string; code: string | undefined },
): Promise<Redeemed> {
  const answer = await post("/api/join", { token, password, ...(code && { code }) });
  if (answer?.ok) return { is: "done" };
  const problem: Problem | undefined = await answer?.json().catch(() => undefined);
  if (problem?.code === "second_factor_required") return { is: "code-needed" };
  const isOfCode = problem?.errors?.some(({ pointer }) => pointer === "/code");
  return { is: "refused", of: isOfCode ? "code" : "password", detail: problem?.detail ?? UNREACHABLE };
}

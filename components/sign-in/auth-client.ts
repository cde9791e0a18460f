/** Why somebody was not let in, in the words of the service. */
export interface Refusal {
  detail: string;
  /** Which input is at fault: the e-mail address or the password, or the code; `form` for neither. */
  of: "password" | "code" | "form";
}

/** What became of a step of signing in. */
export type SignInResult = { is: "signed-in" } | { is: "code-needed" } | ({ is: "refused" } & Refusal);

const UNREACHABLE = {
  is: "refused",
  detail: "Takings cannot be reached right now. Check your connection, then try again.",
  of: "form",
} as const satisfies SignInResult;

/** Posts to next-auth with the token that shows it was our own page that did. */
async function post(path: string, given: Record<string, string>): Promise<Response> {
  const asked = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  return fetch(path, { method: "POST", body: new URLSearchParams({ ...given, csrfToken, json: "true" }) });
}

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string }[];
}

/** Signs in with an e-mail address, a password and, where it was asked for, a code of the second factor. */
export async function signIn(email: string, password: string, code = ""): Promise<SignInResult> {
  try {
    const answer = await post("/api/auth/callback/credentials", { email, password, code });
    if (answer.ok) return { is: "signed-in" };
    const problem = (await answer.json()) as Problem;
    if (problem.code === "second_factor_required") return { is: "code-needed" };
    const isOfCode = problem.errors?.some(({ pointer }) => pointer === "/code");
    const of = answer.status !== 401 ? "form" : isOfCode ? "code" : "password";
    return { is: "refused", detail: problem.detail ?? UNREACHABLE.detail, of };
  } catch {
    return UNREACHABLE;
  }
}

/** Signs out and goes to the sign-in page. Throws where the service could not be told: one is then still signed in. */
export async function signOut(): Promise<void> {
  const answer = await post("/api/auth/signout", {});
  if (!answer.ok) throw new Error("The service could not be told.");
  window.location.assign("/login");
}

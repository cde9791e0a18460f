/** Why somebody was not let in, in the words of the service. */
export interface Refusal {
  detail: string;
  /** Whether it is what was typed that is at fault. */
  isOfInput: boolean;
}

const AWAY: Refusal = {
  detail: "Takings cannot be reached right now. Check your connection, then try again.",
  isOfInput: false,
};

/** Posts to next-auth with the token that shows it was our own page that did. */
async function post(path: string, given: Record<string, string>): Promise<Response> {
  const asked = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  return fetch(path, { method: "POST", body: new URLSearchParams({ ...given, csrfToken, json: "true" }) });
}

/** Signs in; answers why not where it was refused. */
export async function signIn(email: string, password: string): Promise<Refusal | undefined> {
  try {
    const answer = await post("/api/auth/callback/credentials", { email, password });
    if (answer.ok) return undefined;
    const { detail } = (await answer.json()) as { detail?: string };
    return { detail: detail ?? AWAY.detail, isOfInput: answer.status === 401 };
  } catch {
    return AWAY;
  }
}

/** Signs out and goes to the sign-in page. Throws where the service could not be told: one is then still signed in. */
export async function signOut(): Promise<void> {
  const answer = await post("/api/auth/signout", {});
  if (!answer.ok) throw new Error("The service could not be told.");
  window.location.assign("/login");
}

import type { FieldError } from "@/lib/core/errors/errors";
import { eraseLastTotals } from "../../ui/browser/erase-totals";
import * as texts from "./texts";

/** The reason of a rejected sign-in, as returned by the server. */
export interface SignInError {
  detail: string;
  /** The invalid input: `password` for the e-mail address or the password, `code`, or `form` for neither. */
  of: "password" | "code" | "form";
}

/** The result of a sign-in step. */
export type SignInResult = { is: "signed-in" } | { is: "code-needed" } | ({ is: "refused" } & SignInError);

const UNREACHABLE = {
  is: "refused",
  detail: texts.takingsCannotBeReached,
  of: "form",
} as const satisfies SignInResult;

/** Posts to next-auth with its CSRF token. */
async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const tokenResponse = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken } = (await tokenResponse.json()) as { csrfToken: string };
  return fetch(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken, json: "true" }) });
}

interface Problem {
  code?: string;
  detail?: string;
  errors?: FieldError[];
}

/** Signs in with an e-mail address, a password and, in the second step, a second-factor code. */
export async function signIn(email: string, password: string, code = ""): Promise<SignInResult> {
  try {
    const response = await post("/api/auth/callback/credentials", { email, password, code });
    if (response.ok) return { is: "signed-in" };
    const problem = (await response.json()) as Problem;
    if (problem.code === "second_factor_required") return { is: "code-needed" };
    const isCodeError = problem.errors?.some((error) => "pointer" in error && error.pointer === "/code");
    const of = response.status !== 401 ? "form" : isCodeError ? "code" : "password";
    return { is: "refused", detail: problem.detail ?? UNREACHABLE.detail, of };
  } catch {
    return UNREACHABLE;
  }
}

/** Signs out and opens the sign-in page. Throws if the request fails; the member is then still signed in. */
export async function signOut(): Promise<void> {
  const response = await post("/api/auth/signout", {});
  if (!response.ok) throw new Error("The sign-out request failed.");
  eraseLastTotals();
  window.location.assign("/login");
}

import NextAuth from "next-auth";
import { isSecure, knownBrowserCookie, readCookie } from "@/lib/auth/cookie";
import { authOptions } from "@/lib/auth/options";
import { notFound } from "@/lib/core/errors/errors";
import { addKnownBrowser, KNOWN_BROWSER_LIFE_SECONDS, type OpenedSignIn } from "@/lib/sign-ins";
import { serve } from "./serve";

type NextAuthRequest = Parameters<typeof NextAuth>[0];

/** Casts the request: Next calls route handlers with its own request class. */
const asNextRequest = (request: Request) => request as NextAuthRequest;

/** The routes of next-auth that the pages use; its other routes are not served. */
const ROUTES = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

/** Returns the `Set-Cookie` value that marks this browser as known for the person who signed in. */
function knownBrowserHeader(headers: Headers, { personId }: OpenedSignIn): string {
  const name = knownBrowserCookie();
  const value = addKnownBrowser(readCookie(headers, name), personId);
  const secure = isSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${KNOWN_BROWSER_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Serves next-auth. A failed sign-in gets the service's error response instead of next-auth's. */
export const authRoute = serve(async (request, params) => {
  const nextauth = [params.nextauth ?? []].flat();
  if (!ROUTES.has(`${request.method} ${nextauth.join("/")}`)) throw notFound("page");
  let failure: unknown;
  let opened: OpenedSignIn | undefined;
  const options = authOptions(request.headers, {
    onSignedIn: (signIn) => {
      opened = signIn;
    },
    onFailure: (thrown) => {
      failure = thrown;
    },
  });
  const response: Response = await NextAuth(asNextRequest(request), { params: { nextauth } }, options);
  if (failure) throw failure;
  if (opened) response.headers.append("set-cookie", knownBrowserHeader(request.headers, opened));
  return response;
});

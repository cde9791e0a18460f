import NextAuth from "next-auth";
import { notFound } from "@/lib/core/errors";
import { serve } from "@/lib/http/serve";
import { KNOWN_BROWSER_LIFE_SECONDS, type OpenedSignIn, rememberBrowser } from "@/lib/sign-ins";
import { isSecure, knownBrowserCookie, readCookie } from "./cookie";
import { authOptions } from "./options";

type NextAuthRequest = Parameters<typeof NextAuth>[0];

/** Next calls a route handler with its own kind of request, whatever the handler's type says. */
const asNextRequest = (request: Request) => request as NextAuthRequest;

/** The routes of next-auth that the pages use; it has more, which answer nobody. */
const ROUTES = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

/** The cookie that makes this browser known to the person who signed in. */
function knownBrowserHeader(headers: Headers, { personId }: OpenedSignIn): string {
  const name = knownBrowserCookie();
  const value = rememberBrowser(readCookie(headers, name), personId);
  const secure = isSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${KNOWN_BROWSER_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Serves next-auth. A sign-in that fails is answered as every failure is, with its status and its words. */
export const authRoute = serve(async (request, params) => {
  const nextauth = [params.nextauth ?? []].flat();
  if (!ROUTES.has(`${request.method} ${nextauth.join("/")}`)) throw notFound("page");
  let refused: unknown;
  let opened: OpenedSignIn | undefined;
  const options = authOptions(request.headers, {
    onSignedIn: (signIn) => {
      opened = signIn;
    },
    onFailure: (thrown) => {
      refused = thrown;
    },
  });
  const response: Response = await NextAuth(asNextRequest(request), { params: { nextauth } }, options);
  if (refused) throw refused;
  if (opened) response.headers.append("set-cookie", knownBrowserHeader(request.headers, opened));
  return response;
});

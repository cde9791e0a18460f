import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { assertDefined } from "@/lib/core/errors/assert";
import { isId } from "@/lib/core/ids";
import { env, trustHost } from "@/lib/env";
import { log } from "@/lib/log";
import { type OpenedSignIn, SIGN_IN_LIFE_SECONDS, signIn, signOut } from "@/lib/sign-ins";
import { clientAddressOf, isSecure, knownBrowserCookie, readCookie, signInCookie } from "./cookie";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Callbacks with the outcome of an attempt to sign in. */
export interface SignInOutcome {
  onSignedIn: (opened: OpenedSignIn) => void;
  /** Called with the error that `signIn` throws. */
  onFailure: (thrown: unknown) => void;
}

function passwordProvider(headers: Headers, { onSignedIn, onFailure }: SignInOutcome) {
  return Credentials({
    credentials: { email: {}, password: {}, code: {} },
    authorize: async (credentials) => {
      try {
        const opened = await signIn({
          email: text(credentials?.email),
          password: text(credentials?.password),
          code: text(credentials?.code),
          address: clientAddressOf(headers),
          agent: headers.get("user-agent") ?? "",
          knownBrowser: readCookie(headers, knownBrowserCookie()),
        });
        onSignedIn(opened);
        return { id: opened.signInId };
      } catch (thrown) {
        onFailure(thrown);
        return null;
      }
    },
  });
}

/** Returns the absolute URL if it has this service's origin, else the service's start page (no open redirects). */
function toOwnUrl(url: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === origin
    ? new URL(url, baseUrl).href
    : baseUrl;
}

/**
 * Returns the options of next-auth for one request: credentials are e-mail, password and code. The token contains only the
 * id of the sign-in, whose row in the database decides about access.
 */
export function authOptions(headers: Headers, outcome: SignInOutcome): AuthOptions {
  trustHost();
  return {
    secret: assertDefined(env().authSecret, "a secret is generated at the first start"),
    providers: [passwordProvider(headers, outcome)],
    session: { strategy: "jwt", maxAge: SIGN_IN_LIFE_SECONDS },
    // next-auth's own pages have inline styles, which the content security policy blocks.
    pages: {
      signIn: "/login",
      signOut: "/login",
      error: "/login",
      verifyRequest: "/login",
      newUser: "/login",
    },
    useSecureCookies: isSecure(),
    // Its default logger writes unescaped caller input, line breaks included, to the console.
    logger: {
      error: (code) => log.error({ code }, "next-auth failed"),
      warn: (code) => log.warn({ code }, "next-auth warns"),
      debug: () => undefined,
    },
    cookies: {
      sessionToken: {
        name: signInCookie(),
        options: { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" },
      },
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => toOwnUrl(url, baseUrl),
      jwt: ({ token, user }) => ({ signInId: user?.id ?? token.signInId }),
      // Without user data: `findMember` looks up the member.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        const signInId = text(token?.signInId);
        if (isId("signIn", signInId)) await signOut(signInId);
      },
    },
  };
}

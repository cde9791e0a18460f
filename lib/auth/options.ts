import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { assertDefined } from "@/lib/core/assert";
import { isId } from "@/lib/core/ids";
import { env, trustHost } from "@/lib/env";
import { log } from "@/lib/log";
import { type OpenedSignIn, SIGN_IN_LIFE_SECONDS, signIn, signOut } from "@/lib/sign-ins";
import { clientAddressOf, isSecure, knownBrowserCookie, readCookie, signInCookie } from "./cookie";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** What becomes of an attempt to sign in. */
export interface SignInOutcome {
  onSignedIn: (opened: OpenedSignIn) => void;
  /** Given what `signIn` throws. */
  onFailure: (thrown: unknown) => void;
}

function passwordProvider(headers: Headers, { onSignedIn, onFailure }: SignInOutcome) {
  return Credentials({
    credentials: { email: {}, password: {}, code: {} },
    authorize: async (given) => {
      try {
        const opened = await signIn({
          email: text(given?.email),
          password: text(given?.password),
          code: text(given?.code),
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

/** The address, relative or whole, where it is this service's own; else the service's start page. */
function ownAddress(url: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === origin
    ? new URL(url, baseUrl).href
    : baseUrl;
}

/**
 * What next-auth is told for one request: e-mail, password and code, and a token that carries nothing but the id of the
 * sign-in, whose row alone lets in.
 */
export function authOptions(headers: Headers, outcome: SignInOutcome): AuthOptions {
  trustHost();
  return {
    secret: assertDefined(env().authSecret, "a secret is generated at the first start"),
    providers: [passwordProvider(headers, outcome)],
    session: { strategy: "jwt", maxAge: SIGN_IN_LIFE_SECONDS },
    // Pages of next-auth's own would carry styles that no policy allows.
    pages: {
      signIn: "/login",
      signOut: "/login",
      error: "/login",
      verifyRequest: "/login",
      newUser: "/login",
    },
    useSecureCookies: isSecure(),
    // Its own logger writes what a caller sent, line breaks included, to the console.
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
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
      jwt: ({ token, user }) => ({ signInId: user?.id ?? token.signInId }),
      // Nobody reads who is signed in from here: `findMember` looks it up.
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

import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { present } from "@/lib/core/assert";
import { isId } from "@/lib/core/ids";
import { env, trustHost } from "@/lib/env";
import { log } from "@/lib/log";
import { SIGN_IN_LIFE_SECONDS, signIn, signOut } from "@/lib/sign-ins";
import { isSecure, signInCookie } from "./cookie";

const text = (value: unknown) => (typeof value === "string" ? value : "");

type Headers_ = Record<string, string> | undefined;

/** The front door leaves one address there, the one that it believes (`lib/door/client-address.ts`). */
const addressOf = (headers: Headers_) => headers?.["x-forwarded-for"]?.split(",").at(-1)?.trim() ?? "";

function passwordProvider(onFailure: (thrown: unknown) => void) {
  return Credentials({
    credentials: { email: {}, password: {} },
    authorize: async (given, { headers }: { headers?: Headers_ }) => {
      try {
        const { signInId } = await signIn({
          email: text(given?.email),
          password: text(given?.password),
          address: addressOf(headers),
          agent: headers?.["user-agent"] ?? "",
        });
        return { id: signInId };
      } catch (thrown) {
        onFailure(thrown);
        return null;
      }
    },
  });
}

/**
 * What next-auth is told for one request: e-mail and password, and a token that carries nothing but the id of the
 * sign-in, whose row alone lets in. `onFailure` is given what `signIn` throws.
 */
export function authOptions(onFailure: (thrown: unknown) => void): AuthOptions {
  trustHost();
  return {
    secret: present(env().authSecret, "a secret is generated at the first start"),
    providers: [passwordProvider(onFailure)],
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

import NextAuth from "next-auth";
import { notFound } from "@/lib/core/errors";
import { serve } from "@/lib/http/serve";
import { authOptions } from "./options";

type NextAuthRequest = Parameters<typeof NextAuth>[0];

/** Next calls a route handler with its own kind of request, whatever the handler's type says. */
const asNextRequest = (request: Request) => request as NextAuthRequest;

/** The routes of next-auth that the pages use; it has more, which answer nobody. */
const ROUTES = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

/** Serves next-auth. A sign-in that fails is answered as every failure is, with its status and its words. */
export const authRoute = serve(async (request, params) => {
  const nextauth = [params.nextauth ?? []].flat();
  if (!ROUTES.has(`${request.method} ${nextauth.join("/")}`)) throw notFound("page");
  let refused: unknown;
  const options = authOptions((thrown) => {
    refused = thrown;
  });
  const response: Response = await NextAuth(asNextRequest(request), { params: { nextauth } }, options);
  if (refused) throw refused;
  return response;
});

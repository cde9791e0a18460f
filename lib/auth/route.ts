import NextAuth from "next-auth";
import { serve } from "@/lib/http/serve";
import { authOptions } from "./options";

type NextAuthRequest = Parameters<typeof NextAuth>[0];

/** Next calls a route handler with its own kind of request, whatever the handler's type says. */
const asNextRequest = (request: Request) => request as NextAuthRequest;

/** Serves next-auth. A sign-in that fails is answered as every failure is, with its status and its words. */
export const authRoute = serve(async (request, params) => {
  let refused: unknown;
  const options = authOptions((thrown) => {
    refused = thrown;
  });
  const nextauth = [params.nextauth ?? []].flat();
  const response: Response = await NextAuth(asNextRequest(request), { params: { nextauth } }, options);
  if (refused) throw refused;
  return response;
});

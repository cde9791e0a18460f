import { forPublic } from "@/lib/http/serve";
import { requestPasswordReset } from "@/lib/organisations";
import { ForgottenPassword, ForgottenPasswordAnswer } from "@/lib/organisations/contract";

export const POST = forPublic(ForgottenPassword, ForgottenPasswordAnswer, requestPasswordReset);

/** The result of one check of a live deployment. Has no secret and no account number. */
export interface LiveCheck {
  /** The connection, or `deployment`. */
  subject: string;
  check:
    | "credentials"
    | "accounts"
    | "clock"
    | "webhook_url"
    | "last_notification"
    | "auth_url"
    | "trust_proxy"
    | "secrets";
  result: "ok" | "problem" | "not_tried";
  detail: string;
  /** What to do; null if nothing. */
  remedy: string | null;
}

/** What was found, without its subject. */
export type Finding = Pick<LiveCheck, "result" | "detail" | "remedy">;

/** A check that found nothing wrong. */
export const ok = (detail: string): Finding => ({ result: "ok", detail, remedy: null });
/** A check that found a problem, with its remedy. */
export const problem = (detail: string, remedy: string): Finding => ({ result: "problem", detail, remedy });
/** A check that is not possible, with what would make it possible. */
export const notTried = (detail: string, remedy: string | null = null): Finding => ({
  result: "not_tried",
  detail,
  remedy,
});

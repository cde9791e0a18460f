import type { Reply } from "./emulator";

/** Paystack's form of a success and of a refusal [D]. */
export const ok = (data: unknown, message = "OK", status = 200): Reply => ({
  status,
  body: { status: true, message, data },
});
export const refused = (status: number, message: string, code: string): Reply => ({
  status,
  body: { status: false, message, type: status === 400 ? "validation_error" : "api_error", code, meta: {} },
});

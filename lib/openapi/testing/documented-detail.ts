import type { ErrorCode } from "@/lib/core/errors/errors";
import { ERROR_DOCS } from "../error-docs";

/** Returns a pattern of an error's whole `detail` as the reference documents it; numbers and addresses may differ. */
export function documentedDetail(code: ErrorCode): RegExp {
  const escaped = ERROR_DOCS[code].detail.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\d+(\\\.\d+)*/g, "[0-9a-f.:]+")}$`);
}

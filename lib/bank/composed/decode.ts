import type { z } from "zod";
import { decodeJson } from "../parsing/message";

/** Decodes the stored body of a composed message by its schema; `undefined` if it has another form. */
export function decodeStored<Schema extends z.ZodType>(
  schema: Schema,
  body: Buffer,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(decodeJson(body)).data;
  } catch {
    return undefined;
  }
}

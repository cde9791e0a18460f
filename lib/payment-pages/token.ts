import { createHash, randomBytes } from "node:crypto";

/** 192 bits: a token cannot be guessed, so requests with wrong ones need no limit of their own. */
const TOKEN_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** Generates the token of a link. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** Returns whether a text has the form of a token; other texts need no database lookup. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Returns the hash by which a link is found. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

import * as texts from "./texts";
/** Text of errors that are the server's fault. */
export const SERVER_ERROR_TEXT = texts.theFaultIsOnOur;
